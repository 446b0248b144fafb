import type { Setup } from '../../setups';

export const setup: Setup = {
  options: ['map', 'blue_army', 'red_army'],
  load: () => import('./CafeSetup.svelte'),
};
