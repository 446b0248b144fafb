import type { GameParts } from '..';
import Play from './Play.svelte';
import { facesOf } from './scene';
import { settingOf } from './setting';
import Viewer from './Viewer.svelte';

export const parts: GameParts = { Play, Viewer, faces: facesOf, setting: settingOf };
