import { describe, expect, it } from 'vitest';

import { pastedPath, paths, routeOf } from '../src/lib/routes';

describe('addresses', () => {
  it('name their pages', () => {
    expect(routeOf('/')).toEqual({ page: 'start' });
    expect(routeOf('/new/tactics')).toEqual({ page: 'new', game: 'tactics' });
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
    expect(routeOf(url.pathname, url.search)).toEqual({ page: 'position', game: 'tactics', position });
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
