export { default } from './GloryPrint.svelte';
