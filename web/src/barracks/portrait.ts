// Pictures of one's own: what may be picked, and which part of it is shown. Nothing here needs a browser.

/** How wide and high a kept picture is, in pixels. */
export const SIDE = 256;
/** How long a kept picture may be, in bytes; the server prints none that is longer. */
export const MOST_KEPT = 24_000;
/** What is picked may be as large as cameras make it. */
export const MOST_PICKED = 30 * 1024 * 1024;
export const MOST_PIXELS = 64_000_000;
export const LEAST_SIDE = 32;
export const MOST_ZOOM = 8;
export const ACCEPTED = 'image/jpeg,image/png,image/webp';

const PREFIX = 'data:image/jpeg;base64,';
const LONGEST = PREFIX.length + 4 * Math.ceil(MOST_KEPT / 3);

/** What is wrong with a file that was picked. */
export type PictureFault = 'kind' | 'bytes' | 'pixels' | 'small' | 'broken';

export class PictureTrouble extends Error {
  constructor(readonly fault: PictureFault) {
    super(fault);
  }
}

export interface Size {
  width: number;
  height: number;
}

/** Which part is shown: how much larger than it must be, and where its middle lies, from 0 to 1. */
export interface Crop {
  zoom: number;
  x: number;
  y: number;
}

export const WHOLE: Crop = { zoom: 1, x: 0.5, y: 0.5 };

/** A kept picture as it may stand in a file or in storage. */
export const isPortrait = (value: unknown): value is string =>
  typeof value === 'string' &&
  value.length <= LONGEST &&
  value.startsWith(`${PREFIX}/9j/`) &&
  /^[A-Za-z0-9+/]+={0,2}$/.test(value.slice(PREFIX.length));

const text = (bytes: DataView, at: number, length: number) =>
  at + length > bytes.byteLength ? '' : String.fromCharCode(...Array.from({ length }, (_, i) => bytes.getUint8(at + i)));

/** The frame of a JPEG says its size; the parts before it are passed over. */
function jpegSize(bytes: DataView): Size | null {
  let at = 2;
  while (at + 9 <= bytes.byteLength) {
    if (bytes.getUint8(at) !== 0xff) return null;
    const marker = bytes.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: bytes.getUint16(at + 7), height: bytes.getUint16(at + 5) };
    at += 2 + bytes.getUint16(at + 2);
  }
  return null;
}

function webpSize(bytes: DataView): Size | null {
  if (bytes.byteLength < 30) return null;
  const three = (at: number) => bytes.getUint16(at, true) + bytes.getUint8(at + 2) * 0x10000;
  switch (text(bytes, 12, 4)) {
    case 'VP8X':
      return { width: three(24) + 1, height: three(27) + 1 };
    case 'VP8L': {
      const bits = bytes.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8 ':
      return { width: bytes.getUint16(26, true) & 0x3fff, height: bytes.getUint16(28, true) & 0x3fff };
    default:
      return null;
  }
}

/** The size that a file says it has, before anything is decoded; throws what is wrong with it. */
export function sizeIn(buffer: ArrayBuffer): Size {
  if (buffer.byteLength > MOST_PICKED) throw new PictureTrouble('bytes');
  const bytes = new DataView(buffer);
  let size: Size | null;
  if (text(bytes, 0, 3) === '\xff\xd8\xff') size = jpegSize(bytes);
  else if (text(bytes, 0, 8) === '\x89PNG\r\n\x1a\n')
    size = bytes.byteLength < 24 ? null : { width: bytes.getUint32(16), height: bytes.getUint32(20) };
  else if (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 4) === 'WEBP') size = webpSize(bytes);
  else throw new PictureTrouble('kind');
  if (!size) throw new PictureTrouble('broken');
  if (size.width * size.height > MOST_PIXELS) throw new PictureTrouble('pixels');
  if (Math.min(size.width, size.height) < LEAST_SIDE) throw new PictureTrouble('small');
  return size;
}

const between = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);

/** How much of a side of the picture is seen, from 0 to 1. */
const seen = ({ width, height }: Size, zoom: number) => {
  const side = Math.min(width, height) / zoom;
  return { x: side / width, y: side / height };
};

/** How far the middle may lie from the edges, so that the frame is full. */
export function reach(size: Size, zoom: number): Record<'x' | 'y', [number, number]> {
  const { x, y } = seen(size, zoom);
  return { x: [x / 2, 1 - x / 2], y: [y / 2, 1 - y / 2] };
}

/** The same, moved and zoomed no further than the picture goes. */
export function within(size: Size, crop: Crop): Crop {
  const zoom = between(crop.zoom, 1, MOST_ZOOM);
  const { x, y } = reach(size, zoom);
  return { zoom, x: between(crop.x, ...x), y: between(crop.y, ...y) };
}

/** The square of the picture that is shown, in its pixels. */
export function cut(size: Size, crop: Crop): { x: number; y: number; side: number } {
  const { zoom, x, y } = within(size, crop);
  const side = Math.min(size.width, size.height) / zoom;
  return { x: x * size.width - side / 2, y: y * size.height - side / 2, side };
}

/** Dragged by parts of the frame: the picture follows the hand. */
export function dragged(size: Size, crop: Crop, by: { x: number; y: number }): Crop {
  const { x, y } = seen(size, crop.zoom);
  return within(size, { ...crop, x: crop.x - by.x * x, y: crop.y - by.y * y });
}
