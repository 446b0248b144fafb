import type { GameParts } from '..';
import { chronicle } from './chronicle';
import Play from './Play.svelte';
import { settingOf } from './setting';
import Viewer from './Viewer.svelte';

export const parts: GameParts = {
  Play,
  Viewer,
  lying: true,
  chronicle,
  setting: settingOf,
  // Everybody watches the table; hands lie there face down until their owner asks to see them.
  covers: (scene) => scene.secret === true && scene.phase === 'deploy',
};
