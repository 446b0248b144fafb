import { cafeScene, standing, unitOf, type CafeScene, type Option, type Unit } from '../src/games/cafe/scene';
import type { Update } from '../src/lib/protocol';
import { whole } from '../src/table/geometry';
import { makeMatch, sitAt, soon, takeUnit } from './matches';
import type { Player } from './player';
import { pressAt, type Point } from './table';

type Presser = (testid: string) => Promise<void>;

/** An open field on which armies meet soon. */
export const FIELD = {
  name: 'Meadow',
  width: 9000,
  height: 6000,
  gap: 3000,
  objectives: [
    [4500, 3000],
    [4500, 750],
    [4500, 5250],
  ],
  terrain: [],
};
const FEW = { map: FIELD, objectives: '3', blue_army: 'T2 D3', red_army: 'T2 D3', rounds: 3 };
/** Both lines some 15 cm apart in the middle of the field, Blue to play; hands are the last field. */
export const facing = (hands = '-|-') =>
  `36,20;36,25;36,30;36,35;36,40 52,20/180;52,25/180;52,30/180;52,35/180;52,40/180 1 b 8:8 b --- 0:0 ${hands}`;

export const sceneOf = (player: Player): CafeScene => cafeScene((player.state as Update).scene);
export const legalOf = ({ state }: Player): Option[] => (state?.shape === 'cafe' ? state.legal : []);
export const unitAt = (player: Player, id: number): Unit => unitOf(sceneOf(player).units, id)!;

/** A match between small armies on the open field, unless something else is asked for. */
export const newMatch = ({ options = {}, ...body }: { options?: object; seats?: object; position?: string; terms?: object } = {}) =>
  makeMatch({ game: 'cafe', seats: { blue: 'person', red: 'person' }, options: { ...FEW, ...options }, ...body });

export async function sit(options: Parameters<typeof Player.arrive>[0] = {}, body: Parameters<typeof newMatch>[0] = {}): Promise<Player> {
  return sitAt((await newMatch(body)).tokens.blue!, options);
}

export const take = (player: Player, id: number) => takeUnit(player, unitAt(player, id), 'move-dock');

/** Sets the one in hand down somewhere, and waits until it is known what leads there. */
export async function setDown(player: Player, place: Point): Promise<void> {
  await pressAt(player, place);
  await player.see('ghost').waitFor();
  const known = async () => (await player.see('doubt').count()) + (await player.page.locator('[data-testid^="go-"]:enabled').count());
  await soon(known, 'what leads there').toBeGreaterThan(0);
}

const between = (a: { x: number; y: number }, b: { x: number; y: number }) => Math.hypot(a.x - b.x, a.y - b.y);

/** Free ground on the way to the nearest enemy: so far that it can still shoot, else or if it shall as far as it runs. */
function ahead(scene: CafeScene, unit: Unit, running: boolean): Point | null {
  const others = standing(scene.units).filter((one) => one.id !== unit.id);
  const enemies = others.filter((one) => one.side !== unit.side).toSorted((a, b) => between(a, unit) - between(b, unit));
  const far = between(enemies[0]!, unit);
  const share = !running && far < 2300 + unit.move / 2 ? 0.45 : 0.95;
  const length = Math.min(unit.move * share, far - 420);
  const [x, y] = whole([unit.x + ((enemies[0]!.x - unit.x) * length) / far, unit.y + ((enemies[0]!.y - unit.y) * length) / far]);
  return length > 250 && others.every((one) => between(one, { x, y }) > 270) ? [x, y] : null;
}

/** What was met in a game: the moments, and how units were moved. */
export const met = new Set<string>();

async function activate(player: Player, press: Presser): Promise<void> {
  const scene = sceneOf(player);
  const units = legalOf(player).flatMap(({ kind, unit }) => (kind === 'use' ? [unit!] : []));
  if (!units.length) return press('pass');
  const unit = unitAt(player, units[0]!);
  // Wherever the other side has deployed, somebody runs.
  const place = ahead(scene, unit, !met.has('run'));
  await take(player, unit.id);
  if (place) {
    await setDown(player, place);
    for (const mode of ['walk', 'run']) {
      if (!(await player.see(`go-${mode}`).isEnabled())) continue;
      met.add(mode);
      return press(`go-${mode}`);
    }
    await press('no-ghost');
  }
  met.add('hold');
  return press('hold');
}

async function attack(player: Player, press: Presser): Promise<void> {
  const options = legalOf(player).filter((option) => option.chances);
  const [best] = options.toSorted((a, b) => b.chances!.stand.target_destroyed - a.chances!.stand.target_destroyed);
  if (!best) return press('end');
  met.add(best.kind);
  return press(`${best.kind}-${best.target}`);
}

/** One decision through the page that brings the game on: towards the enemy, and at it. */
export async function decideCafe(player: Player, press: Presser): Promise<void> {
  const scene = sceneOf(player);
  const legal = legalOf(player);
  const written = (...kinds: string[]) => legal.find(({ kind }) => kinds.includes(kind))!.action.replaceAll(' ', '-');
  if (!['turn', 'move'].includes(scene.phase)) met.add(scene.phase);
  switch (scene.phase) {
    case 'die-off':
    case 'initiative':
      return press('roll');
    case 'deploy':
      if (scene.units.some((unit) => unit.seat === player.state?.actor && unit.state === 'hand')) return press('shortcut-line');
      return press('ready');
    case 'turn':
      return activate(player, press);
    case 'move':
      return press('hold');
    case 'way':
      return press('give-up');
    case 'attack':
      return attack(player, press);
    default:
      return press(written('keep', 'deal', 'evade', 'cancel', 'stay', 'no-support', 'trap', 'strike', 'no'));
  }
}

/** Plays on through the pages of these players until a wish comes true. */
export async function playUntil(
  players: Player[],
  wish: () => boolean,
  { press = (player: Player, testid: string) => player.see(testid).first().click(), before = async (_: Player) => {} } = {},
): Promise<void> {
  for (let moves = 0; moves < 200; moves += 1) {
    await soon(() => wish() || players.some((player) => player.turn), 'somebody decides').toBe(true);
    if (wish()) return;
    const player = players.find((one) => one.turn)!;
    const { seq } = player.state!;
    await before(player);
    await decideCafe(player, (testid) => press(player, testid));
    await player.until((now) => now.seq > seq, `the server answers at ${seq}`);
  }
  throw new Error('it did not come to that');
}
