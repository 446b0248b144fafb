import type { Setup } from '../../setups';

export const setup: Setup = {
  options: ['battle', 'map', 'south_army', 'north_army', 'objectives', 'points', 'deployment'],
  load: () => import('./GlorySetup.svelte'),
};
