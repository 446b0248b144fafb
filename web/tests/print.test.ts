import { describe, expect, test } from 'vitest';

import { needsMap as cafeNeedsMap, orderOf as cafeOrder } from '../src/games/cafe/print/order';
import { needsArmies, needsMap, orderOf, type Order } from '../src/games/forglory/print/order';
import { PRINTED } from '../src/lib/constants';
import { cutsOf, tilesOf } from '../src/print/sheets';

describe('sheets of a map in its true size', () => {
  test('are as few as can be, upright or across', () => {
    expect(tilesOf({ width: 9000, height: 6000 }, 'a4')).toEqual({ across: 5, down: 3 });
    expect(tilesOf({ width: 12_000, height: 9000 }, 'a4')).toEqual({ across: 7, down: 4 });
    expect(tilesOf({ width: 12_000, height: 9000 }, 'a4', 0.5)).toEqual({ across: 4, down: 2 });
  });

  test('meet along lines between them', () => {
    expect(cutsOf({ width: 600, height: 400 }, { across: 3, down: 2 })).toBe('M200 0V400M400 0V400M0 200H600');
    expect(cutsOf({ width: 600, height: 400 }, { across: 1, down: 1 })).toBe('');
  });
});

describe('an order of For Glory', () => {
  const whole: Order = {
    what: [...PRINTED.forglory],
    battle: '',
    map: 'velmora',
    south_army: '2LC / 2HC',
    north_army: '3LI / 2FA',
    scale: 'half',
    paper: 'a4',
    lang: 'es',
    full_size_map: true,
  };

  test('names a ready battle and nothing besides', () => {
    expect(orderOf({ ...whole, battle: 'velmora' })).toEqual({
      what: [...PRINTED.forglory],
      battle: 'velmora',
      scale: 'half',
      paper: 'a4',
      lang: 'es',
      full_size_map: true,
    });
    expect(orderOf({ ...whole, battle: 'velmora', what: ['ruler', 'summary'] })).not.toHaveProperty('battle');
  });

  test('of one’s own has only what its parts need', () => {
    expect(orderOf(whole)).toMatchObject({ map: 'velmora', south_army: '2LC / 2HC', north_army: '3LI / 2FA' });
    expect(orderOf(whole)).not.toHaveProperty('battle');
    expect(Object.keys(orderOf({ ...whole, what: ['units'] }))).not.toContain('map');
    expect(Object.keys(orderOf({ ...whole, what: ['map'] }))).not.toContain('south_army');
    expect(orderOf({ ...whole, what: ['units'] }).full_size_map).toBe(false);
  });

  test('needs armies and a map for what shows them', () => {
    expect(PRINTED.forglory.filter((part) => needsArmies([part]))).toEqual(['units', 'markers', 'armies']);
    expect(PRINTED.forglory.filter((part) => needsMap([part]))).toEqual(['markers', 'map', 'score']);
  });
});

test('an order of Escaramuzas de Café has only what its parts need', () => {
  const whole = {
    what: ['cards'],
    map: 'first-cup',
    blue_army: 'T5',
    red_army: 'D5',
    paper: 'a4',
    lang: 'en',
    full_size_map: true,
  } as const;
  expect(cafeOrder({ ...whole, what: ['cards'] })).toEqual({ what: ['cards'], paper: 'a4', lang: 'en', full_size_map: false });
  expect(cafeNeedsMap(['markers'])).toBe(true);
});
