import armies from './armies.json';
import barracks from './barracks.json';
import cafe from './cafe.json';
import core from './core';
import escarmouche from './escarmouche.json';
import forglory from './forglory.json';
import generic from './generic.json';
import lab from './lab.json';
import maps from './maps.json';
import printing from './printing.json';
import table from './table.json';

export default {
  ...core,
  ...table,
  ...escarmouche,
  ...cafe,
  ...forglory,
  ...generic,
  ...barracks,
  ...maps,
  ...armies,
  ...printing,
  ...lab,
};
