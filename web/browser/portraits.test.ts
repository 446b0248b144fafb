import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { axe } from './axe';
import { click, download, Player } from './player';

const unit = (name: string) => ({ name, health: 3, range: 1, move: 3, power: 1, abilities: ['charge'], icon: 'archer', quote: '' });
const SQUAD = { name: 'Small ones', units: [unit('Ada'), unit('Bo'), unit('Cy')] };
const EDITOR = '/barracks/squad/own?unit=1';

async function arrive(options = {}): Promise<Player> {
  const ana = await Player.arrive(options);
  const library = { version: 1, units: [], squads: [{ id: 'own', changed: 1, squad: SQUAD }] };
  await ana.context.addInitScript((kept) => {
    if (localStorage.getItem('escaramuza.barracks') === null) localStorage.setItem('escaramuza.barracks', kept);
  }, JSON.stringify(library));
  return ana;
}

/** A picture that the browser paints: red to the left, blue to the right, twice as wide as high. */
async function painted(ana: Player, type: string): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const address = await ana.page.evaluate((mime) => {
    const canvas = document.createElement('canvas');
    canvas.width = 800;
    canvas.height = 400;
    const pen = canvas.getContext('2d')!;
    pen.fillStyle = '#d01040';
    pen.fillRect(0, 0, 400, 400);
    pen.fillStyle = '#1040d0';
    pen.fillRect(400, 0, 400, 400);
    return canvas.toDataURL(mime);
  }, type);
  return { name: `ada.${type.slice(6)}`, mimeType: type, buffer: Buffer.from(address.slice(address.indexOf(',') + 1), 'base64') };
}

const shown = (ana: Player) => ana.see('card-preview').getByTestId('portrait').getAttribute('href');
const hasPicture = (ana: Player) => ana.see('choose-portrait').getAttribute('data-own');
const keptPictures = (ana: Player) =>
  ana.page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('escaramuza.barracks')!) as { squads: { squad: { units: { portrait?: string }[] } }[] };
    return kept.squads[0]!.squad.units.map((one) => one.portrait);
  });

/** The colour of the middle of a picture. */
const middle = (ana: Player, href: string) =>
  ana.page.evaluate(async (address) => {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 256;
    const pen = canvas.getContext('2d')!;
    pen.drawImage(image, 0, 0);
    const [red, , blue] = pen.getImageData(128, 128, 1, 1).data;
    return { side: image.naturalWidth, colour: red! > blue! ? 'red' : 'blue', length: address.length };
  }, href);

async function pick(ana: Player, type = 'image/png') {
  await ana.see('choose-portrait').click();
  await ana.see('portrait-file').setInputFiles(await painted(ana, type));
  await ana.see('portrait-frame').waitFor();
}

test('a picture of one’s own is on the card, in the printed PDF, in the file and at the table', async () => {
  const ana = await arrive();
  await ana.open(EDITOR);
  await pick(ana);
  // All the way to the left is red, all the way to the right blue.
  await ana.see('portrait-x').focus();
  await ana.page.keyboard.press('Home');
  await click(ana, 'portrait-use');
  const red = (await shown(ana))!;
  expect(await middle(ana, red)).toMatchObject({ side: 256, colour: 'red' });
  expect(red.length).toBeLessThan(33_000);
  expect(await keptPictures(ana)).toEqual([red, undefined, undefined]);

  // What was picked is still whole: it can be moved on.
  await click(ana, 'choose-portrait');
  const frame = (await ana.see('portrait-frame').boundingBox())!;
  await ana.page.mouse.move(frame.x + frame.width - 5, frame.y + 50);
  await ana.page.mouse.down();
  await ana.page.mouse.move(frame.x + 5, frame.y + 50, { steps: 5 });
  await ana.page.mouse.up();
  await click(ana, 'portrait-use');
  await expect.poll(async () => middle(ana, (await shown(ana))!)).toMatchObject({ colour: 'blue' });
  const blue = (await shown(ana))!;

  // Removed, and back, as everything in the editor.
  await click(ana, 'choose-portrait');
  await click(ana, 'portrait-remove');
  await expect.poll(() => hasPicture(ana)).toBe('false');
  await ana.page.keyboard.press('Control+z');
  await expect.poll(() => shown(ana)).toBe(blue);
  await ana.page.reload();
  await expect.poll(() => shown(ana)).toBe(blue);

  await click(ana, 'back');
  await ana.see('squad-unit-1').getByTestId('portrait').waitFor();
  await click(ana, 'share');
  await expect.poll(() => ana.see('share-note').textContent()).toContain('do not go along');
  const file = JSON.parse(readFileSync(await (await download(ana, 'share-file')).path(), 'utf8')) as { squad: typeof SQUAD };
  expect(file.squad.units[0]).toEqual({ ...unit('Ada'), portrait: blue });
  await ana.page.keyboard.press('Escape');

  await ana.open('/barracks/print/own');
  await ana.see('sheets').getByTestId('portrait').first().waitFor();
  await click(ana, 'make-pdf');
  const pdf = readFileSync(await (await download(ana, 'download-pdf')).path());
  // JPEGs lie in a PDF as they are.
  const jpeg = Buffer.from(blue.slice(blue.indexOf(',') + 1), 'base64');
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  expect(pdf.includes(jpeg.subarray(-200, -2))).toBe(true);

  await ana.open('/new/escarmouche?mine=own');
  await expect.poll(() => ana.see('squad-mine').textContent()).toBe('Small ones');
  await click(ana, 'opponent-easy');
  await click(ana, 'start-match');
  await ana.see('status').waitFor();
  // Dice may be equal and be thrown once more; units are there once they have fallen.
  const thrown = async () => {
    // Gone meanwhile is as good as pressed.
    if (await ana.see('roll').isVisible())
      await ana
        .see('roll')
        .click({ timeout: 2000 })
        .catch(() => {});
    return ana.page.locator(`.token image[href="${blue}"]`).count();
  };
  await expect.poll(thrown).toBeGreaterThan(0);
  expect(JSON.stringify(ana.heard)).not.toContain('image/jpeg');
  expect(ana.faults).toEqual([]);
});

test('pictures are dropped and pasted too, and what is none is said in a sentence', async () => {
  const ana = await arrive();
  await ana.open(EDITOR);
  await click(ana, 'choose-portrait');
  const trouble = () => ana.see('portrait-trouble').textContent();
  const give = (name: string, mimeType: string, buffer: Buffer) => ana.see('portrait-file').setInputFiles({ name, mimeType, buffer });
  await give('ada.gif', 'image/gif', Buffer.from('GIF89a'));
  await expect.poll(trouble).toContain('JPEG, PNG and WebP');
  await give('ada.png', 'image/png', Buffer.from('89504e470d0a1a0a0000000d494844520000ea600000ea60', 'hex'));
  await expect.poll(trouble).toContain('million pixels');
  await give('ada.png', 'image/png', Buffer.from('89504e470d0a1a0a0000000d49484452000001000000010008020000', 'hex'));
  await expect.poll(trouble).toContain('damaged');
  expect(await ana.see('portrait-use').isDisabled()).toBe(true);

  const { buffer } = await painted(ana, 'image/webp');
  const hand = (kind: 'drop' | 'paste') =>
    ana.page.evaluate(
      ([what, base64]) => {
        const data = new DataTransfer();
        const bytes = Uint8Array.from(atob(base64!), (letter) => letter.charCodeAt(0));
        data.items.add(new File([bytes], 'ada.webp', { type: 'image/webp' }));
        const target = document.querySelector('[data-testid="portrait-file"]')!.closest('label')!;
        const how = { bubbles: true, cancelable: true };
        if (what === 'drop') target.dispatchEvent(new DragEvent('drop', { ...how, dataTransfer: data }));
        else document.activeElement!.dispatchEvent(new ClipboardEvent('paste', { ...how, clipboardData: data }));
      },
      [kind, buffer.toString('base64')],
    );
  for (const kind of ['paste', 'drop'] as const) {
    await hand(kind);
    await ana.see('portrait-frame').waitFor();
    expect(await ana.see('portrait-trouble').count()).toBe(0);
    await click(ana, 'portrait-use');
    await expect.poll(() => hasPicture(ana)).toBe('true');
    await click(ana, 'choose-portrait');
    await click(ana, 'portrait-remove');
    await click(ana, 'choose-portrait');
  }
  expect(ana.faults).toEqual([]);
});

test.each([
  ['es', 390],
  ['fr', 390],
  ['en', 1280],
])('the dialog fits and is accessible: %s, %i pixels wide', async (lang, width) => {
  const ana = await arrive({ locale: `${lang}-ES`, viewport: { width, height: 844 } });
  await ana.open(EDITOR);
  await pick(ana, 'image/jpeg');
  const over = await ana.page.evaluate(() => {
    const dialog = document.querySelector('dialog')!;
    return dialog.scrollWidth - dialog.clientWidth;
  });
  expect(over).toBeLessThanOrEqual(0);
  const frame = (await ana.see('portrait-frame').boundingBox())!;
  expect(frame.width).toBeCloseTo(frame.height, 0);
  const use = (await ana.see('portrait-use').boundingBox())!;
  expect(use.y + use.height, 'what is pressed next is in sight').toBeLessThan(844);
  await axe(ana, 'the dialog of a picture');
});
