import { codeOf } from '../../barracks/api';
import type { Squad } from '../../barracks/types';
import { words } from '../../lib/i18n.svelte';
import type { Scene } from '../../lib/protocol';
import { squadOption } from '../../lib/recent';
import { escarmoucheScene, SIDES, type EscarmoucheScene, type Side } from './scene';

/** A squad as it was before anybody was hurt. */
export function squadOf(scene: EscarmoucheScene, side: Side): Squad {
  const units = scene.units.filter((unit) => unit.side === side);
  return {
    name: scene.squads[side].name,
    units: units.map(({ name, max_health, range, move, power, abilities, icon, quote }) => ({
      name,
      health: max_health,
      range,
      move,
      power,
      abilities,
      icon,
      quote,
    })),
  };
}

// The squads of a match stay the same: their codes are asked for once.
const codes = new Map<string, Promise<string>>();

function code(squad: Squad): Promise<string> {
  const key = JSON.stringify(squad);
  let found = codes.get(key);
  if (!found) {
    found = codeOf({ squad }, words.language);
    found.catch(() => codes.delete(key));
    codes.set(key, found);
  }
  return found;
}

/** Positions tell of units by their number, so the squads go along; only those in the middle of a turn can be read. */
export async function settingOf(given: Scene): Promise<Record<string, string> | null> {
  const scene = escarmoucheScene(given);
  if (scene.phase !== 'turn') return null;
  const squads = await Promise.all(SIDES.map(async (side) => [squadOption(side), await code(squadOf(scene, side))] as const));
  return { scenario: scene.scenario, ...Object.fromEntries(squads) };
}
