import { describe, expect, it } from 'vitest';

import { pastedPath, paths, routeOf } from '../src/lib/routes';

describe('addresses', () => {
  it('name their pages', () => {
    expect(routeOf('/')).toEqual({ page: 'start' });
    expect(routeOf('/new/tactics')).toEqual({ page: 'new', game: 'tactics', mine: '' });
    expect(routeOf('/m/aB-3_x')).toEqual({ page: 'table', token: 'aB-3_x' });
    expect(routeOf('/m/aB-3_x/')).toEqual({ page: 'table', token: 'aB-3_x' });
    expect(routeOf('/replay/abc')).toEqual({ page: 'replay', token: 'abc' });
    expect(routeOf('/learn/tactics')).toEqual({ page: 'learn', game: 'tactics' });
    expect(routeOf('/rules/tactics', '', '#T-M8')).toEqual({ page: 'rules', game: 'tactics', clause: 'T-M8' });
  });

  it('that lead nowhere say so', () => {
    expect(routeOf('/elsewhere')).toEqual({ page: 'lost' });
    expect(routeOf('/m')).toEqual({ page: 'lost' });
    expect(routeOf('/m/a/b')).toEqual({ page: 'lost' });
    expect(routeOf('/m/%E0%A4%A')).toEqual({ page: 'table', token: '%E0%A4%A' });
  });

  it('carry a position there and back', () => {
    const position = '4k3/8/8/8/8/8/4A3/4K3 w 7 - -';
    const url = new URL(paths.position('tactics', position), 'https://table.example');
    expect(routeOf(url.pathname, url.search)).toEqual({ page: 'position', game: 'tactics', position, setting: '' });
    const set = new URL(paths.position('escarmouche', 'e2 e8 w 2 - -', 'white_squad=S1a&scenario=centre'), 'https://table.example');
    expect(routeOf(set.pathname, set.search)).toEqual({
      page: 'position',
      game: 'escarmouche',
      position: 'e2 e8 w 2 - -',
      setting: 'white_squad=S1a&scenario=centre',
    });
  });
});

describe('addresses of the Barracks', () => {
  it('name their pages', () => {
    expect(routeOf('/barracks')).toEqual({ page: 'barracks' });
    expect(routeOf('/barracks/squad/own-1')).toEqual({ page: 'squad', id: 'own-1' });
    expect(routeOf('/barracks/unit/own-2')).toEqual({ page: 'unit', id: 'own-2', squad: '', number: 0 });
    expect(routeOf('/barracks/print/morvane')).toEqual({ page: 'print', id: 'morvane' });
    expect(routeOf('/barracks/tower/x')).toEqual({ page: 'lost' });
    expect(routeOf('/barracks/squad')).toEqual({ page: 'lost' });
  });

  it('lead there and back', () => {
    const there = (path: string) => {
      const url = new URL(path, 'https://table.example');
      return routeOf(url.pathname, url.search);
    };
    expect(there(paths.shared('E1.a+b/c='))).toEqual({ page: 'shared', code: 'E1.a+b/c=' });
    expect(there(paths.squadUnit('own-1', 3))).toEqual({ page: 'unit', id: '', squad: 'own-1', number: 3 });
    expect(there(paths.new('escarmouche', 'own-1'))).toEqual({ page: 'new', game: 'escarmouche', mine: 'own-1' });
    expect(there(paths.new('escarmouche'))).toEqual({ page: 'new', game: 'escarmouche', mine: '' });
  });

  it('can be pasted on the start page', () => {
    expect(pastedPath('https://table.example/barracks?c=E1abc', 'https://table.example')).toBe('/barracks?c=E1abc');
  });
});

describe('addresses of maps', () => {
  const there = (path: string) => {
    const url = new URL(path, 'https://table.example');
    return routeOf(url.pathname, url.search);
  };

  it('name their pages', () => {
    expect(routeOf('/maps')).toEqual({ page: 'maps' });
    expect(routeOf('/maps/own-1')).toEqual({ page: 'map', id: 'own-1' });
    expect(routeOf('/maps/own-1/x')).toEqual({ page: 'lost' });
    expect(routeOf('/print/cafe')).toEqual({ page: 'printGame', game: 'cafe', map: '' });
  });

  it('lead there and back', () => {
    expect(there(paths.sharedMap('M1a-b_c'))).toEqual({ page: 'sharedMap', code: 'M1a-b_c' });
    expect(there(paths.map('first-cup'))).toEqual({ page: 'map', id: 'first-cup' });
    expect(there(paths.newOn('cafe', 'own-1'))).toEqual({ page: 'new', game: 'cafe', mine: '', map: 'own-1' });
    expect(there(paths.printGame('cafe', 'own-1'))).toEqual({ page: 'printGame', game: 'cafe', map: 'own-1' });
  });
});

describe('a pasted link', () => {
  const here = 'https://table.example';

  it('opens its page, also as a bare token', () => {
    expect(pastedPath(' https://table.example/m/abcdef123 ', here)).toBe('/m/abcdef123');
    expect(pastedPath('/replay/abcdef', here)).toBe('/replay/abcdef');
    expect(pastedPath('JYl-wY9hdSRTGXRBf7E2jbbT', here)).toBe('/m/JYl-wY9hdSRTGXRBf7E2jbbT');
  });

  it('that is none is turned away', () => {
    expect(pastedPath('', here)).toBeNull();
    expect(pastedPath('hello there', here)).toBeNull();
    expect(pastedPath('javascript:alert(1)', here)).toBeNull();
    expect(pastedPath('https://table.example/', here)).toBeNull();
  });
});
