import { escarmoucheScene, type Option, type Unit } from '../src/games/escarmouche/scene';
import type { Square, Update } from '../src/lib/protocol';
import type { Player } from './player';

type Presser = (testid: string) => Promise<void>;

export const sceneOf = (state: Update) => escarmoucheScene(state.scene);
export const legalOf = (state: Update): Option[] => (state.shape === 'escarmouche' ? state.legal : []);

const apart = (a: Square, b: Square) => Math.max(Math.abs(a.charCodeAt(0) - b.charCodeAt(0)), Math.abs(a.charCodeAt(1) - b.charCodeAt(1)));

/** How far a square is from the nearest of some others. */
export const near = (square: Square, others: Square[]) => Math.min(99, ...others.map((other) => apart(square, other)));

const squaresOf = (units: Unit[]) => units.flatMap((unit) => unit.square ?? []);

/** One option of a turn through the board: the unit, its ability, and the squares that are still to be said. */
export async function carryOut(player: Player, option: Option, press: Presser): Promise<void> {
  const state = player.state as Update;
  const [legal, scene] = [legalOf(state), sceneOf(state)];
  const at = `square-${option.at}`;
  const where = (id: number | undefined) => scene.units.find((unit) => unit.id === id)?.square;
  if ((await player.see(at).getAttribute('aria-selected')) !== 'true') await press(at);
  if (option.ability) await press(`ability-${option.ability}`);
  const target = where(option.target);
  const { to } = option;
  const ways = legal.filter((one) => one.unit === option.unit && one.ability === option.ability && one.target === option.target);
  if (option.ability && !target && !to) return press('confirm');
  let last = target ?? to;
  if (last) await press(`square-${last}`);
  if (target && to && (ways.length > 1 || option.ability === 'forward')) {
    last = to;
    await press(`square-${to}`);
  }
  // A finger sees first what an attack does.
  if (player.touch && option.effect?.length) await press(`square-${last}`);
}

/** A decision that brings the game on: strike if possible, else walk towards the enemy. */
export async function decideEscarmouche(player: Player, press: Presser): Promise<void> {
  const state = player.state as Update;
  const scene = sceneOf(state);
  const legal = legalOf(state);
  switch (scene.phase) {
    case 'die-off':
    case 'first-die':
      return press('roll');
    case 'obstacles':
      return press(`square-${legal[state.seq % legal.length]?.to}`);
    case 'placement':
      await press('shortcut-line');
      return scene.placement === 'secret' ? press('ready') : undefined;
    case 'guardian':
      return press(state.seq % 2 ? 'no-guard' : `guard-${legal.find((option) => option.kind === 'guard')?.unit}`);
    case 'forward':
      return press('done');
    default: {
      const enemies = squaresOf(scene.units.filter((unit) => unit.side !== state.actor));
      const strikes = legal.filter((option) => option.effect?.length);
      const out = strikes.find((option) => option.effect?.some((one) => one.out));
      const steps = legal.filter((option) => option.kind === 'move');
      const closer = steps.toSorted((a, b) => near(a.to ?? '', enemies) - near(b.to ?? '', enemies))[state.seq % 2];
      const choice = out ?? strikes[state.seq % Math.max(1, strikes.length)] ?? closer ?? steps[0] ?? legal[0];
      return carryOut(player, choice as Option, press);
    }
  }
}
