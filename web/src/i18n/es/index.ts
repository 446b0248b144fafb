import armies from './armies.json';
import barracks from './barracks.json';
import cafe from './cafe.json';
import escarmouche from './escarmouche.json';
import forglory from './forglory.json';
import generic from './generic.json';
import maps from './maps.json';
import page from './page.json';
import printing from './printing.json';
import table from './table.json';

export default { ...page, ...table, ...escarmouche, ...cafe, ...forglory, ...generic, ...barracks, ...maps, ...armies, ...printing };
