import type { GameParts } from '..';
import { facesOf } from './film';
import Play from './Play.svelte';
import { settingOf } from './setting';
import Viewer from './Viewer.svelte';

export const parts: GameParts = {
  Play,
  Viewer,
  faces: facesOf,
  setting: settingOf,
};
