import type { GameParts } from '..';
import { chronicle } from './chronicle';
import Play from './Play.svelte';
import Viewer from './Viewer.svelte';

export const parts: GameParts = { Play, Viewer, chronicle };
