import type { GameParts } from '..';
import Play from './Play.svelte';
import Viewer from './Viewer.svelte';

/** What any game is played with that has nothing of its own here. */
export const parts: GameParts = { Play, Viewer };
