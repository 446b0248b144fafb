export { default } from './TacticsPrint.svelte';
