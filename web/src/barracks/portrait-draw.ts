import { cut, MOST_KEPT, PictureTrouble, SIDE, sizeIn, type Crop, type Size } from './portrait';

/** More than is ever shown is not kept in memory. */
const MOST_SOURCE = 1600;
const QUALITIES = [0.88, 0.8, 0.7, 0.55, 0.4, 0.2];

/** A picture that was picked, and how it is shown. */
export interface Picked {
  source: CanvasImageSource & Size;
  crop: Crop;
}

// What was picked while this page is open can be cropped anew; later only what was kept is there.
const picked = new Map<string, Picked>();

function canvasOf(width: number, height: number) {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext('2d');
  if (!pen) throw new PictureTrouble('broken');
  pen.imageSmoothingQuality = 'high';
  return { canvas, pen };
}

/** A file as a picture to crop; throws what is wrong with it. */
export async function open(file: Blob): Promise<Picked['source']> {
  sizeIn(await file.arrayBuffer());
  let picture: ImageBitmap;
  try {
    picture = await createImageBitmap(file);
  } catch {
    throw new PictureTrouble('broken');
  }
  // By its own size, as a camera may have been held upright.
  const scale = Math.min(1, MOST_SOURCE / Math.max(picture.width, picture.height));
  const { canvas, pen } = canvasOf(Math.max(1, Math.round(picture.width * scale)), Math.max(1, Math.round(picture.height * scale)));
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return canvas;
}

/** What was picked for a picture that is kept, or the picture itself. */
export async function reopen(portrait: string): Promise<Picked> {
  const known = picked.get(portrait);
  if (known) return known;
  const image = new Image();
  image.src = portrait;
  await image.decode().catch(() => {
    throw new PictureTrouble('broken');
  });
  return { source: image, crop: { zoom: 1, x: 0.5, y: 0.5 } };
}

/** The part that is shown, on white as on paper. */
export function draw(canvas: HTMLCanvasElement, { source, crop }: Picked): void {
  const pen = canvas.getContext('2d');
  if (!pen) return;
  const { x, y, side } = cut(source, crop);
  pen.imageSmoothingQuality = 'high';
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(source, x, y, side, side, 0, 0, canvas.width, canvas.height);
}

/** The picture to keep: small, and as good as it can be within its bytes. */
export function kept(from: Picked): string {
  const { canvas } = canvasOf(SIDE, SIDE);
  draw(canvas, from);
  const bytes = (address: string) => ((address.length - address.indexOf(',') - 1) * 3) / 4;
  for (const quality of QUALITIES) {
    const address = canvas.toDataURL('image/jpeg', quality);
    if (bytes(address) > MOST_KEPT) continue;
    picked.set(address, from);
    return address;
  }
  throw new PictureTrouble('broken');
}
