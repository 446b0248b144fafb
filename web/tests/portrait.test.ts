import { describe, expect, it } from 'vitest';

import { lookIn, portraitOf } from '../src/barracks/at-table';
import { valueOf } from '../src/barracks/choice';
import { freshOf, readContents, squadFile } from '../src/barracks/files';
import { cut, dragged, isPortrait, MOST_PICKED, PictureTrouble, sizeIn, WHOLE, within } from '../src/barracks/portrait';
import { plainSquad, readUnit } from '../src/barracks/shape';
import type { Squad, Unit } from '../src/barracks/types';

const PORTRAIT = `data:image/jpeg;base64,/9j/${'A'.repeat(400)}`;
const ada: Unit = { name: 'Ada', health: 4, range: 1, move: 3, power: 2, abilities: ['charge'], icon: 'archer', quote: '' };
const pack: Squad = { name: 'The pack', units: [ada, { ...ada, portrait: PORTRAIT }] };

const bytes = (...parts: (string | number)[]) => {
  const all = parts.flatMap((part) => (typeof part === 'number' ? [part] : [...part].map((letter) => letter.charCodeAt(0))));
  return new Uint8Array(all).buffer;
};
const four = (value: number) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
const png = (width: number, height: number) => bytes('\x89PNG\r\n\x1a\n', 0, 0, 0, 13, 'IHDR', ...four(width), ...four(height));
const jpeg = (width: number, height: number) => {
  const frame = [0xff, 0xc2, 0, 17, 8, height >> 8, height & 255, width >> 8, width & 255, 3, 0, 0];
  return bytes(0xff, 0xd8, 0xff, 0xe1, 0, 6, 'Exif', 0xff, 0xff, 0xdb, 0, 4, 0, 0, ...frame);
};

function faultOf(buffer: ArrayBuffer): string {
  try {
    sizeIn(buffer);
  } catch (error) {
    if (error instanceof PictureTrouble) return error.fault;
    throw error;
  }
  return '';
}

describe('a file that was picked', () => {
  it('tells its size before it is decoded', () => {
    expect(sizeIn(png(640, 480))).toEqual({ width: 640, height: 480 });
    expect(sizeIn(jpeg(4000, 3000))).toEqual({ width: 4000, height: 3000 });
    const extended = bytes('RIFF', 0, 0, 0, 0, 'WEBPVP8X', 10, 0, 0, 0, 0, 0, 0, 0, 0x7f, 2, 0, 0xdf, 1, 0);
    expect(sizeIn(extended)).toEqual({ width: 640, height: 480 });
    const lossy = bytes('RIFF', 0, 0, 0, 0, 'WEBPVP8 ', 0, 0, 0, 0, 0, 0, 0, 0x9d, 1, 0x2a, 0x80, 2, 0xe0, 1);
    expect(sizeIn(lossy)).toEqual({ width: 640, height: 480 });
    const lossless = bytes('RIFF', 0, 0, 0, 0, 'WEBPVP8L', 0, 0, 0, 0, 0x2f, 0x7f, 0xc2, 0x77, 0, 0, 0, 0, 0, 0);
    expect(sizeIn(lossless)).toEqual({ width: 640, height: 480 });
  });

  it.each([
    ['a GIF', bytes('GIF89a', 1, 0, 1, 0), 'kind'],
    ['a drawing that could hold scripts', bytes('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'kind'],
    ['nothing', bytes(), 'kind'],
    ['the beginning of a PNG', png(640, 480).slice(0, 20), 'broken'],
    ['the beginning of a JPEG', jpeg(640, 480).slice(0, 14), 'broken'],
    ['a bomb', png(60_000, 60_000), 'pixels'],
    ['too long a file', new ArrayBuffer(MOST_PICKED + 1), 'bytes'],
    ['a dot', png(8, 640), 'small'],
  ])('is refused where it is %s', (_, buffer, fault) => {
    expect(faultOf(buffer)).toBe(fault);
  });
});

describe('the part that is shown', () => {
  const wide = { width: 400, height: 200 };

  it('is the middle at first, as large as it can be', () => {
    expect(cut(wide, WHOLE)).toEqual({ x: 100, y: 0, side: 200 });
  });

  it('never leaves the picture', () => {
    expect(cut(wide, { zoom: 2, x: 9, y: -9 })).toEqual({ x: 300, y: 0, side: 100 });
    expect(within(wide, { zoom: 0.1, x: 0, y: 0 })).toEqual({ zoom: 1, x: 0.25, y: 0.5 });
    expect(within(wide, { zoom: 99, x: 0.5, y: 0.5 }).zoom).toBe(8);
  });

  it('follows the hand', () => {
    // By a quarter of the frame to the left: what lies to the right comes in.
    expect(cut(wide, dragged(wide, WHOLE, { x: -0.25, y: 0.3 }))).toEqual({ x: 150, y: 0, side: 200 });
  });
});

describe('a unit with its picture', () => {
  it('keeps it in storage and in files', () => {
    expect(readUnit({ ...ada, portrait: PORTRAIT })).toEqual({ ...ada, portrait: PORTRAIT });
    expect(readContents(squadFile(pack)).squads).toEqual([pack]);
  });

  it('is another one than without', () => {
    const contents = { units: [{ ...ada, portrait: PORTRAIT }], squads: [] };
    expect(freshOf(contents, { units: [ada], squads: [] }).units).toHaveLength(1);
  });

  it.each([
    'https://example.org/ada.jpg',
    'data:image/svg+xml;base64,PHN2Zy8+',
    'data:image/jpeg;base64,/9j/"><script>',
    `data:image/jpeg;base64,/9j/${'A'.repeat(40_000)}`,
    7,
  ])('loses what is none, and stays: %s', (portrait) => {
    expect(isPortrait(portrait)).toBe(false);
    expect(readUnit({ ...ada, portrait })).toEqual(ada);
  });

  it('goes into a match without it', () => {
    expect(valueOf({ kind: 'given', squad: pack })).toEqual({ name: 'The pack', units: [ada, ada] });
    expect(JSON.stringify(plainSquad(pack))).not.toContain('portrait');
  });

  it('is known at the table by its squad and its place', () => {
    lookIn(() => [pack]);
    const playing = { ...ada, max_health: 4 };
    expect(portraitOf('The pack', { ...playing, number: 2 })).toBe(PORTRAIT);
    expect(portraitOf('Others', { ...playing, number: 2 })).toBeUndefined();
    expect(portraitOf('The pack', { ...playing, number: 2, name: 'Bo' })).toBeUndefined();
    lookIn(() => []);
  });
});
