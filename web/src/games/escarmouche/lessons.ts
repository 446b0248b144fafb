import type { Squad, Unit } from '../../barracks/types';
import type { GameEvent } from '../../lib/protocol';
import type { Lesson } from '../lesson';

const has = (events: GameEvent[], code: string) => events.some((event) => event.code === code);

const unit = (name: string, icon: string, figures: [number, number, number, number], ...abilities: string[]): Unit => {
  const [health, range, move, power] = figures;
  return { name, icon, health, range, move, power, abilities, quote: '' };
};

const TAM = unit('Tam', 'swordman', [5, 1, 3, 2]);
const YSOLDE = unit('Ysolde', 'archer', [4, 3, 3, 2]);
const ALDRIC = unit('Aldric', 'mounted-knight', [6, 1, 3, 2], 'charge');
const ENEMY = unit('Vesta', 'ray-gun', [3, 2, 2, 1]);

const squads = (...units: Unit[]) => ({
  white_squad: { name: 'Morvane', units } satisfies Squad,
  black_squad: { name: 'Ixion-7', units: [ENEMY] } satisfies Squad,
});

export const lessons: Lesson[] = [
  {
    title: 'escarmouche.learn.move.title',
    text: 'escarmouche.learn.move.text',
    done: 'escarmouche.learn.move.done',
    options: squads(TAM),
    position: 'e2 e8 w 2 - -',
    reached: (events) => has(events, 'UNIT_MOVED'),
  },
  {
    title: 'escarmouche.learn.attack.title',
    text: 'escarmouche.learn.attack.text',
    done: 'escarmouche.learn.attack.done',
    options: squads(YSOLDE),
    position: 'c3 c6 w 2 - -',
    reached: (events) => has(events, 'UNIT_ATTACKS'),
  },
  {
    title: 'escarmouche.learn.sight.title',
    text: 'escarmouche.learn.sight.text',
    done: 'escarmouche.learn.sight.done',
    options: squads(YSOLDE, TAM),
    position: 'c3,c4 c6 w 2 - -',
    reached: (_, refusals) => refusals.includes('NO_SIGHT'),
  },
  {
    title: 'escarmouche.learn.aim.title',
    text: 'escarmouche.learn.aim.text',
    done: 'escarmouche.learn.aim.done',
    options: squads(YSOLDE, TAM),
    position: 'c3,c4 c6 w 2 - -',
    reached: (events) => has(events, 'UNIT_ATTACKS'),
  },
  {
    title: 'escarmouche.learn.ability.title',
    text: 'escarmouche.learn.ability.text',
    done: 'escarmouche.learn.ability.done',
    options: squads(ALDRIC, TAM),
    position: 'e2,b2 e6 w 2 - -',
    reached: (events) => has(events, 'CHARGE_USED'),
  },
  {
    title: 'escarmouche.learn.out.title',
    text: 'escarmouche.learn.out.text',
    done: 'escarmouche.learn.out.done',
    options: squads(YSOLDE, TAM),
    position: 'd4,e5 e6:3:s w 2 - -',
    reached: (events) => has(events, 'WON_BY_ELIMINATION'),
  },
];
