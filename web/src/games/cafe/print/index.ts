export { default } from './CafePrint.svelte';
