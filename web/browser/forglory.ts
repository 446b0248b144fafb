import { gloryScene, unitOf, type GloryScene, type Option } from '../src/games/forglory/scene';
import type { Update } from '../src/lib/protocol';
import { makeMatch, sitAt, soon, takeUnit } from './matches';
import type { Player } from './player';
import { pressAt } from './table';

type Presser = (testid: string) => Promise<void>;

/** A small field with a road and a wood, on which two divisions a side stand near each other. */
const FIELD = {
  name: 'Heath',
  width: 9000,
  height: 6000,
  objectives: [[4500, 3000]],
  terrain: [
    {
      kind: 'wood',
      corners: [
        [5600, 2700],
        [6500, 2600],
        [6600, 3300],
        [5700, 3400],
      ],
    },
  ],
  roads: [
    [
      [0, 3900],
      [9000, 3900],
    ],
  ],
};
export const SMALL = { map: FIELD, objectives: 1, south_army: '2LnInf FA / LC LI', north_army: '2LnInf HA / HC LnInf', rounds: 2 };
export const SCORE = '0,0,0,0,0,0:0,0,0,0,0,0';

/** Both lines some 12 cm apart, South's first division about to get its orders. */
export const FACING =
  '30,39/270;36,39/270;42,39/270;52,39/270;58,39/270 30,24/90;36,24/90;42,22/90;52,22/90;60,22/90 ' +
  `36,46:5;55,46:4;45,50:5 36,16:5;56,16:4;45,12:5 - - 1 ${SCORE} sg1:9*,ng1:6,sg2:5,ng2:4`;

/** The same lines in a battle of one round, in which seasoned troops under the eyes of their generals like to react. */
export const NEAR = {
  options: { south_army: '2LnInf:E FA / LC:E LI:E', north_army: '2LnInf:E HA / HC:E LnInf:E', rounds: 1 },
  position:
    '30,39/270;36,39/270;42,39/270;52,39/270;58,39/270 30,24/90;36,24/90;42,22/90;52,22/90;58,22/90 ' +
    `33,43:5;55,43:4;45,50:5 33,19.5:5;55,17.5:4;45,12:5 - - 1 ${SCORE} sg1:9*,ng1:6,sg2:5,ng2:4`,
};

/** North's first general stands alone before a brigade that may charge it. */
export const FALLEN = {
  options: {
    map: {
      name: 'Open field',
      objectives: [[6000, 4500]],
      terrain: [],
      roads: [
        [
          [6600, 4900],
          [12000, 4900],
        ],
      ],
    },
    objectives: 0,
    south_army: '3LnInf / 2LnInf',
    north_army: '4LnInf / 2LnInf',
  },
  position:
    '62,52/270;71,41/320;78,54/270;5,88/270;11,88/270 70.5,34/140;51,40/325;45.5,37/325;56,30/270;115,2/90;109,2/90 ' +
    `76,60:4;8,85:3;3,85:3 60.8,45.5:3;112,5:3;117,5:3 - . 1 ${SCORE} sg1:7*`,
};

/** A brigade charges in front where another touches the flank of two enemies one behind the other: when these are
 * pushed back, the first to go is in the other's way or leaves it. */
export const STACKED = {
  options: {
    map: { name: 'Open field', objectives: [[6000, 4500]], terrain: [], roads: [] },
    objectives: 0,
    south_army: '2LnInf:V LnInf / 2LnInf',
    north_army: '3LnInf / 2LnInf',
  },
  position:
    '60,58/270;64.02,48.45/180;80,70/270;5,88/270;11,88/270 60,50/90;60,46.9/90;62,28/90;115,2/90;109,2/90 ' +
    `70,62:3;8,85:3;3,85:3 50,36:3;112,5:3;117,5:3 - . 1 ${SCORE} sg1:7*`,
};

export const sceneOf = (player: Player): GloryScene => gloryScene((player.state as Update).scene);
export const legalOf = ({ state }: Player): Option[] => (state?.shape === 'forglory' ? state.legal : []);

export const newMatch = (body: { options?: object; seats?: object; position?: string; terms?: object } = {}) =>
  makeMatch({ game: 'forglory', seats: { south: 'person', north: 'person' }, options: SMALL, ...body });

export async function sit(body: Parameters<typeof newMatch>[0] = {}, options: Parameters<typeof Player.arrive>[0] = {}): Promise<Player> {
  return sitAt((await newMatch(body)).tokens.south!, options);
}

export const take = (player: Player, id: number) => takeUnit(player, unitOf(sceneOf(player).units, id)!, 'order-dock');

/** Goes through the suggested places until one can be taken, and takes it. */
async function go(player: Player, press: Presser, verbs: string[]): Promise<void> {
  for (let tries = 0; tries < 6; tries += 1) {
    await press('place-on');
    const open = () => player.page.locator(verbs.map((verb) => `[data-testid="go-${verb}"]:enabled`).join(','));
    await soon(async () => (await open().count()) + (await player.see('doubt').count()), 'what leads there').toBeGreaterThan(0);
    if (await open().count()) return press(String(await open().first().getAttribute('data-testid')));
  }
  throw new Error(`no place for ${verbs.join(' or ')}`);
}

/** Which moments of the game came up. */
export const met = new Set<string>();

async function order(player: Player, press: Presser): Promise<void> {
  const [use] = legalOf(player).filter(({ kind }) => kind === 'use');
  if (!use) return press('end');
  const unit = unitOf(sceneOf(player).units, use.unit)!;
  await take(player, unit.id);
  const attack = player.page.locator('[data-testid^="shoot-"]:enabled,[data-testid^="charge-"]:enabled');
  await soon(() => player.see('reach-legend').count(), 'what it can do is known').toBeGreaterThan(0);
  if (await attack.count()) return press(String(await attack.first().getAttribute('data-testid')));
  const ahead = unit.side === 'south' ? -1 : 1;
  await pressAt(player, [unit.x, unit.y + ahead * 450]);
  if (await player.see('ghost').count()) {
    const open = player.page.locator('[data-testid="go-move"]:enabled,[data-testid="go-march"]:enabled');
    await soon(async () => (await open.count()) + (await player.see('doubt').count()), 'what leads there').toBeGreaterThan(0);
    if (await open.count()) return press(String(await open.first().getAttribute('data-testid')));
  }
  // The press may have met somebody else, or nobody: whoever is in hand is put back.
  for (let tries = 0; tries < 3 && !(await player.see('end').count()); tries += 1) {
    if (await player.see('put-back').count()) await press('put-back');
    else await player.page.keyboard.press('Escape');
  }
  return press('end');
}

/** One decision through the page that brings the game on: towards the enemy, and at it. */
export async function decideForGlory(player: Player, press: Presser): Promise<void> {
  const scene = sceneOf(player);
  const legal = legalOf(player);
  const word = (...kinds: string[]) => legal.find(({ kind }) => kinds.includes(kind));
  met.add(scene.phase);
  switch (scene.phase) {
    case 'muster':
      return press('roll');
    case 'distribute':
      return press('ready');
    case 'deploy': {
      const [shortcut] = Object.keys((player.state as Update).shortcuts);
      if (word('reserve')) return press('reserve');
      return shortcut ? press(`shortcut-${shortcut}`) : go(player, press, ['place']);
    }
    case 'staff-place':
      return go(player, press, ['place']);
    case 'orders':
      return order(player, press);
    case 'order':
      return press('hold');
    case 'way':
      return press('stop');
    case 'marking':
      return go(player, press, ['marker']);
    case 'relocating':
      return go(player, press, ['put']);
    case 'officer-ride':
      return legal.some(({ kind }) => kind === 'ride') ? go(player, press, ['ride']) : press('stay');
    case 'staff-ride':
    case 'extra':
      return press('stay');
    default: {
      const attack = word('shoot', 'charge', 'join');
      const answer = word('react', 'fight', 'pick', 'advance', 'hold', 'decline', 'use');
      if (attack && scene.phase !== 'joining') return press(`${attack.kind}-${attack.target}`);
      return press(answer!.action.replaceAll(' ', '-'));
    }
  }
}
