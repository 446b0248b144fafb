import type { GameEvent } from '../../lib/protocol';
import type { Lesson } from '../lesson';

const has = (events: GameEvent[], ...codes: string[]) => codes.every((code) => events.some((event) => event.code === code));

/** A small table: a building in the middle, a wood beside it, three objectives. */
const map = {
  name: 'Lesson',
  width: 9000,
  height: 6000,
  gap: 5400,
  objectives: [
    [4500, 3000],
    [4500, 900],
    [4500, 5100],
  ],
  terrain: [
    {
      kind: 'building',
      roles: ['solid'],
      corners: [
        [3300, 3600],
        [3900, 3600],
        [3900, 4300],
        [3300, 4300],
      ],
    },
    {
      kind: 'wood',
      roles: ['cover', 'difficult'],
      corners: [
        [5200, 1800],
        [6100, 1700],
        [6400, 2300],
        [5700, 2700],
        [5100, 2400],
      ],
    },
  ],
};

const options = (cards = false) => ({ map, blue_army: 'T1 D4', red_army: 'T1 D4', cards, face_down: false });

/** The others of a side, out of the way. */
const BLUE_REST = '6,12;6,20;6,40;6,48';
const RED_REST = '84,12;84,20;84,40;84,48';
const position = (blue: string, red: string, points = '5:5', hands = '-') =>
  `${blue};${BLUE_REST} ${red};${RED_REST} 1 b ${points} b --- 0:0 ${hands}`;

export const lessons: Lesson[] = [
  {
    title: 'cafe.learn.walk.title',
    text: 'cafe.learn.walk.text',
    done: 'cafe.learn.walk.done',
    options: options(),
    position: position('24,30', '84,30'),
    reached: (events) => has(events, 'MOVED'),
  },
  {
    title: 'cafe.learn.bend.title',
    text: 'cafe.learn.bend.text',
    done: 'cafe.learn.bend.done',
    options: options(),
    position: position('31,40', '84,30'),
    reached: (events) => has(events, 'BENT', 'MOVED'),
  },
  {
    title: 'cafe.learn.shoot.title',
    text: 'cafe.learn.shoot.text',
    done: 'cafe.learn.shoot.done',
    options: options(),
    position: position('30,30', '48,22'),
    reached: (events) => has(events, 'ATTACKED'),
  },
  {
    title: 'cafe.learn.fight.title',
    text: 'cafe.learn.fight.text',
    done: 'cafe.learn.fight.done',
    options: options(),
    position: position('30,24', '41,24'),
    reached: (events) => events.some((event) => event.code === 'ATTACKED' && Number(event.numbers.close) === 1),
  },
  {
    title: 'cafe.learn.objective.title',
    text: 'cafe.learn.objective.text',
    done: 'cafe.learn.objective.done',
    options: options(),
    position: position('34,30', '84,30', '1:0'),
    reached: (events) => has(events, 'OBJECTIVE_TAKEN'),
  },
  {
    title: 'cafe.learn.card.title',
    text: 'cafe.learn.card.text',
    done: 'cafe.learn.card.done',
    options: options(true),
    position: position('30,30', '60,30', '5:5', 'spy,first-aid|knife,ma'),
    reached: (events) => has(events, 'CARD_PLAYED_BY'),
  },
];
