import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { axe } from './axe';
import { address, click, download, Player } from './player';

const unit = (name: string, more: object = {}) => ({
  name,
  health: 3,
  range: 1,
  move: 3,
  power: 1,
  abilities: [] as string[],
  icon: 'archer',
  quote: '',
  ...more,
});
const SMALL = { name: 'Small ones', units: [unit('Ada'), unit('Bo'), unit('Cy', { abilities: ['charge'] })] };
const GREAT = { name: 'Too great', units: [1, 2, 3].map((i) => unit(`Giant ${i}`, { health: 9, power: 2, range: 2 })) };
const LIBRARY = {
  version: 1,
  units: [{ id: 'own-unit', changed: 1, unit: unit('Solo', { quote: 'Alone at last.' }) }],
  squads: [
    { id: 'own-small', changed: 1, squad: SMALL },
    { id: 'own-great', changed: 1, squad: GREAT },
  ],
};

/** Somebody whose browser keeps these things already. */
async function withLibrary(options = {}, library: unknown = LIBRARY): Promise<Player> {
  const ana = await Player.arrive(options);
  await ana.context.addInitScript(
    (kept) => {
      if (localStorage.getItem('escaramuza.barracks') === null) localStorage.setItem('escaramuza.barracks', kept);
    },
    typeof library === 'string' ? library : JSON.stringify(library),
  );
  return ana;
}

const named = (ana: Player, testid: string, name: string) => ana.page.locator(`[data-testid="${testid}"][data-name="${name}"]`);
const names = (ana: Player, testid: string) =>
  ana.page.locator(`[data-testid="${testid}"]`).evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.name));
const settled = (ana: Player) => expect.poll(() => ana.see('unit-summary').getAttribute('data-waiting')).toBe('false');

test('a unit is built, its cost follows, changes are taken back and kept', async () => {
  const ana = await Player.arrive();
  await ana.open('/');
  await click(ana, 'barracks-escarmouche');
  await ana.see('no-squads').waitFor();
  await click(ana, 'new-unit');
  await ana.see('unit-name').fill('Gryphon');
  await ana.see('unit-quote').fill('From above.');
  await settled(ana);
  const before = Number(await ana.see('unit-summary').getAttribute('data-cost'));
  await click(ana, 'more-health');
  await ana.see('figure-power').focus();
  await ana.page.keyboard.press('ArrowRight');
  await expect.poll(() => ana.see('value-health').textContent()).toBe('4');
  await expect.poll(() => ana.see('value-power').textContent()).toBe('2');
  await expect.poll(async () => Number(await ana.see('unit-summary').getAttribute('data-cost'))).toBeGreaterThan(before);
  await expect.poll(() => ana.see('next-power').textContent()).toMatch(/At 3, cost \d+/);
  await ana.see('ability-charge').check();
  await ana.see('ability-sweep').check();
  expect(await ana.see('ability-feint').isDisabled()).toBe(true);
  await expect.poll(() => ana.see('card-preview').textContent()).toContain('Sweep');
  await ana.see('more-health').focus();
  await ana.page.keyboard.press('Control+z');
  await expect.poll(() => ana.see('ability-sweep').isChecked()).toBe(false);
  await click(ana, 'redo');
  await expect.poll(() => ana.see('ability-sweep').isChecked()).toBe(true);
  await click(ana, 'undo');
  await click(ana, 'choose-icon');
  await ana.see('find-icon').fill('MINO');
  expect(await ana.see('icon-dialog').locator('[data-testid^="icon-"]').count(), 'one is called that').toBe(1);
  await ana.see('find-icon').fill('');
  await click(ana, 'icon-troll');
  await expect.poll(() => ana.see('choose-icon').getAttribute('data-icon')).toBe('troll');
  await ana.page.reload();
  await expect.poll(() => ana.see('unit-name').inputValue()).toBe('Gryphon');
  expect(await ana.see('value-power').textContent()).toBe('2');
  expect(await ana.see('card-preview').textContent()).toContain('From above.');
  // Too dear is said in words, an empty name too.
  for (let i = 0; i < 8; i += 1) await click(ana, 'more-power');
  await expect.poll(() => ana.see('unit-problems').textContent()).toContain('30');
  await ana.see('unit-name').fill('');
  await expect.poll(() => ana.see('unit-problems').textContent()).toContain('name');
  await click(ana, 'generate-unit');
  await ana.see('generate-rank').selectOption('elite');
  await click(ana, 'generate-go');
  await expect.poll(() => ana.see('unit-summary').getAttribute('data-rank')).toBe('elite');
  expect(ana.faults).toEqual([]);
});

test('a squad is built of new, kept, generated and copied units', async () => {
  const ana = await withLibrary();
  await ana.open('/barracks');
  await click(ana, 'new-squad');
  await ana.see('squad-name').fill('The crew');
  await ana.see('no-units').waitFor();
  expect(await ana.see('play-squad').isDisabled()).toBe(true);
  await click(ana, 'add-library');
  await named(ana, 'take-unit', 'Solo').click();
  await ana.see('squad-unit-1').waitFor();
  await click(ana, 'add-generated');
  await ana.see('generate-rank').selectOption('trooper');
  await click(ana, 'generate-go');
  await ana.see('squad-unit-2').waitFor();
  await ana.see('squad-unit-1').getByTestId('copy-unit').click();
  await expect.poll(() => ana.see('squad-units').locator('li').count()).toBe(3);
  await click(ana, 'add-new');
  await ana.see('unit-name').fill('Rookie');
  await click(ana, 'back');
  await expect.poll(() => ana.see('squad-check').getAttribute('data-legal')).toBe('true');
  expect(await ana.see('squad-name').inputValue()).toBe('The crew');
  const row = () =>
    ana
      .see('squad-units')
      .locator('li')
      .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.name));
  const order = await row();
  expect(order.at(-1)).toBe('Rookie');
  await ana.see('squad-unit-4').getByTestId('move-back').focus();
  await ana.page.keyboard.press('Enter');
  await expect.poll(async () => (await row())[2]).toBe('Rookie');
  const focused = () => ana.page.evaluate(() => document.activeElement?.closest('li')?.dataset.name);
  expect(await focused(), 'the focus goes along').toBe('Rookie');
  await ana.see('squad-unit-3').getByTestId('remove-unit').click();
  await expect.poll(row).not.toContain('Rookie');
  const holder = () => ana.page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.testid);
  await expect.poll(holder, { message: 'the way back has the focus' }).toBe('undo-removal');
  await ana.page.keyboard.press('Enter');
  await expect.poll(async () => (await row())[2]).toBe('Rookie');
  await ana.see('squad-unit-3').getByTestId('remove-unit').click();
  await ana.page.keyboard.press('Control+z');
  await expect.poll(async () => (await row())[2]).toBe('Rookie');
  await click(ana, 'undo-removal');
  expect(
    (await row()).filter((name) => name === 'Rookie'),
    'two ways back bring back one',
  ).toHaveLength(1);
  await click(ana, 'generate-squad');
  await click(ana, 'generate-go');
  await expect.poll(row).not.toContain('Rookie');
  await expect.poll(() => ana.see('squad-check').getAttribute('data-legal')).toBe('true');
  await click(ana, 'undo');
  await expect.poll(row).toContain('Rookie');
  await click(ana, 'play-squad');
  await expect.poll(() => ana.see('squad-mine').textContent()).toBe('The crew');
  expect(ana.faults).toEqual([]);
});

test('squads are renamed, copied, deleted and brought back', async () => {
  const ana = await withLibrary();
  await ana.open('/barracks');
  const mine = () =>
    ana
      .see('my-squads')
      .getByTestId('squad-tile')
      .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.name));
  const more = (name: string) => named(ana, 'squad-tile', name).getByTestId('more-squad').click();
  await more('Small ones');
  await ana.see('rename').fill('Little ones');
  await ana.page.keyboard.press('Enter');
  await expect.poll(mine).toEqual(['Little ones', 'Too great']);
  await more('Little ones');
  await click(ana, 'copy');
  await expect.poll(mine).toEqual(['Little ones (copy)', 'Little ones', 'Too great']);
  await more('Little ones');
  await click(ana, 'delete');
  await expect.poll(mine).toEqual(['Little ones (copy)', 'Too great']);
  await expect.poll(() => ana.page.evaluate(() => (document.activeElement as HTMLElement).dataset.testid)).toBe('undo-removal');
  await ana.page.keyboard.press('Enter');
  await expect.poll(mine).toEqual(['Little ones (copy)', 'Little ones', 'Too great']);
  await more('Too great');
  await click(ana, 'delete');
  await ana.page.keyboard.press('Control+z');
  await expect.poll(mine).toEqual(['Little ones (copy)', 'Little ones', 'Too great']);
  await ana.page.reload();
  await expect.poll(mine).toEqual(['Little ones (copy)', 'Little ones', 'Too great']);
  await click(ana, 'edit-squad');
  await click(ana, 'delete');
  await click(ana, 'undo-removal');
  await expect.poll(mine).toHaveLength(3);
  await more('Too great');
  await click(ana, 'delete');
  await ana.see('undo-bar').waitFor();
  const ready = ana.see('ready-squads').getByTestId('squad-tile').first();
  const name = await ready.getAttribute('data-name');
  await ready.getByTestId('copy-ready').click();
  await expect.poll(() => ana.see('squad-name').inputValue()).toBe(`${name} (copy)`);
  await expect.poll(() => ana.see('undo-bar').count(), { message: 'a notice stays on its page' }).toBe(0);
  await ana.page.goBack();
  await ana.see('ready-squads').waitFor();
  expect(await ana.see('undo-bar').count()).toBe(0);
  expect(ana.faults).toEqual([]);
});

test('nothing moves under the pointer when the server has judged the squads', async () => {
  const ana = await withLibrary();
  let judge = () => {};
  const judged = new Promise<void>((resolve) => (judge = resolve));
  await ana.page.route('**/barracks/squad', async (route) => {
    await judged;
    await route.continue();
  });
  await ana.open('/barracks');
  const places = () =>
    ana.page
      .locator('[data-testid^="more-"]')
      .evaluateAll((all) => all.map((one) => [one.getBoundingClientRect().x, one.getBoundingClientRect().y]));
  await ana.see('more-squad').first().waitFor();
  expect(await named(ana, 'squad-tile', 'Small ones').getByTestId('play-squad').isDisabled()).toBe(true);
  const before = await places();
  judge();
  await named(ana, 'squad-tile', 'Small ones').locator('a[data-testid="play-squad"]').waitFor();
  await expect.poll(() => named(ana, 'squad-tile', 'Too great').textContent()).toContain('30');
  await expect.poll(() => named(ana, 'unit-tile', 'Solo').textContent()).toMatch(/\d RP/);
  expect(await named(ana, 'squad-tile', 'Too great').getByTestId('play-squad').isDisabled()).toBe(true);
  expect(await places()).toEqual(before);
  expect(ana.faults).toEqual([]);
});

test('files carry a squad and the whole library to another browser', async () => {
  const ana = await withLibrary();
  const luc = await Player.arrive({ locale: 'fr-FR' });
  await ana.open('/barracks');
  await luc.open('/barracks');
  await named(ana, 'squad-tile', 'Small ones').getByTestId('more-squad').click();
  const one = await download(ana, 'export');
  expect(one.suggestedFilename()).toBe('small-ones.squad.json');
  expect(JSON.parse(readFileSync(await one.path(), 'utf8'))).toEqual({ escaramuza: 'squad', version: 1, squad: SMALL });
  await luc.see('import-file').setInputFiles(await one.path());
  await expect.poll(() => names(luc, 'squad-tile')).toContain('Small ones');
  await click(luc, 'undo-removal');
  await luc.see('no-squads').waitFor();
  const everything = await download(ana, 'export-library');
  await luc.see('import-file').setInputFiles(await everything.path());
  await expect.poll(() => names(luc, 'squad-tile')).toEqual(expect.arrayContaining(['Small ones', 'Too great']));
  await expect.poll(() => names(luc, 'unit-tile')).toEqual(['Solo']);
  const text = () => luc.see('undo-bar').textContent();
  await luc.see('import-file').setInputFiles(await one.path());
  await expect.poll(text).toContain('Déjà ici : 1');
  expect(await luc.see('undo-removal').count(), 'nothing to take back').toBe(0);
  expect(await names(luc, 'squad-tile').then((all) => all.filter((name) => name === 'Small ones'))).toHaveLength(1);
  const bad = { name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{"escaramuza": "squad", "version": 1, "squad": {}}') };
  await luc.see('import-file').setInputFiles(bad);
  await expect.poll(() => luc.see('import-trouble').textContent()).toContain('endommagé');
  expect(await luc.see('undo-bar').count(), 'nothing is said of the file before').toBe(0);
  expect([...ana.faults, ...luc.faults]).toEqual([]);
});

test('a shared link opens in another browser, is kept and played', async () => {
  const ana = await withLibrary();
  await ana.open('/barracks/squad/own-small');
  await click(ana, 'share');
  const link = await ana.see('link').inputValue();
  expect(link).toContain(`${address}/barracks?c=`);
  const luc = await Player.arrive({ locale: 'es-ES' });
  await luc.open(link);
  await luc.see('card-3').waitFor();
  expect(await luc.page.locator('h1').textContent()).toBe('Small ones');
  await click(luc, 'keep');
  await luc.see('is-kept').waitFor();
  await click(luc, 'edit-kept');
  await expect.poll(() => luc.see('squad-name').inputValue()).toBe('Small ones');
  await luc.page.goBack();
  await click(luc, 'play-squad');
  await expect.poll(() => luc.see('squad-mine').textContent()).toBe('Small ones');
  await luc.open('/barracks?c=nonsense');
  await luc.see('bad-code').waitFor();
  expect(luc.faults.filter((fault) => !fault.includes('422'))).toEqual([]);
});

test('each player’s squad goes to the side that the lot gives', async () => {
  const ana = await withLibrary();
  await ana.open('/new/escarmouche?mine=own-small');
  await expect.poll(() => ana.see('squad-mine').textContent()).toBe('Small ones');
  await click(ana, 'change-other');
  const great = named(ana, 'squad-row', 'Too great');
  await expect.poll(() => great.textContent()).toContain('30');
  expect(await great.getByTestId('choose-squad').isDisabled()).toBe(true);
  await ana.see('chooser-code').fill('broken');
  await click(ana, 'take-code');
  await ana.see('code-trouble').waitFor();
  await click(ana, 'draw-random');
  await expect.poll(() => ana.see('squad-chooser').count()).toBe(0);
  const other = await ana.see('squad-other').textContent();
  await click(ana, 'opponent-link');
  await expect.poll(() => ana.see('note-other').textContent()).toContain('Between people');
  await click(ana, 'opponent-easy');
  await expect.poll(() => ana.see('note-other').count()).toBe(0);
  await click(ana, 'side-random');
  const asked = ana.page.waitForRequest((request) => request.url().endsWith('/api/matches') && request.method() === 'POST');
  await click(ana, 'start-match');
  const sent = (await asked).postDataJSON() as { seats: Record<string, string>; options: Record<string, { name: string }> };
  const [mine, theirs] = sent.seats.white === 'person' ? ['white', 'black'] : ['black', 'white'];
  expect(sent.options[`${mine}_squad`]?.name).toBe('Small ones');
  expect(sent.options[`${theirs}_squad`]?.name).toBe(other);
  await ana.until((state) => state.you[0] === mine, 'the table opens');
  await ana.open('/new/escarmouche');
  await expect.poll(() => ana.see('squad-other').textContent(), { message: 'the choice is remembered' }).toBe(other);
  await ana.open('/new/escarmouche?mine=own-great');
  await expect.poll(() => ana.see('wanted-trouble').textContent()).toContain('30');
  expect(ana.faults.filter((fault) => !fault.includes('422'))).toEqual([]);
});

test('cards and tokens come as a PDF', async () => {
  const ana = await withLibrary();
  await ana.open('/barracks/print/own-small');
  await ana.see('sheets').waitFor();
  await click(ana, 'paper-letter');
  await ana.see('part-board').check();
  expect(await ana.see('sheets').locator('figcaption').allTextContents()).toEqual(['Cards: fronts', 'Cards: backs', 'Tokens', 'Board']);
  await click(ana, 'make-pdf');
  const file = await download(ana, 'download-pdf');
  expect(file.suggestedFilename()).toBe('Small-ones-letter.pdf');
  expect(readFileSync(await file.path(), 'latin1').slice(0, 5)).toBe('%PDF-');
  await ana.see('part-board').uncheck();
  await ana.see('make-pdf').waitFor();
  await ana.open('/barracks/print/own-nothing');
  await ana.see('not-kept').waitFor();
});

describe('trouble does not break the library', () => {
  test('storage that cannot be read', async () => {
    const ana = await withLibrary({}, '{"units": [');
    await ana.open('/barracks');
    await expect.poll(() => ana.see('library-trouble').getAttribute('data-trouble')).toBe('unreadable');
    await click(ana, 'new-unit');
    await ana.see('unit-name').waitFor();
    expect(ana.faults).toEqual([]);
  });

  test('storage that is full', async () => {
    const ana = await Player.arrive();
    await ana.context.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    });
    await ana.open('/barracks');
    await click(ana, 'new-squad');
    await expect.poll(() => ana.see('library-trouble').getAttribute('data-trouble')).toBe('unsaved');
    expect(ana.faults).toEqual([]);
  });

  test('a squad of another browser', async () => {
    const ana = await Player.arrive();
    await ana.open('/barracks/squad/own-elsewhere');
    await ana.see('not-kept').waitFor();
    await click(ana, 'try-again');
    await ana.see('new-squad').waitFor();
  });
});

test('a phone builds a squad by touch', async () => {
  const phone = await withLibrary({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: 'fr-FR',
    colorScheme: 'dark',
  });
  await phone.open('/barracks');
  await phone.see('new-squad').tap();
  await phone.see('add-new').tap();
  await phone.see('more-move').tap();
  await expect.poll(() => phone.see('value-move').textContent()).toBe('4');
  await phone.see('ability-charge').tap();
  await phone.see('back').tap();
  await phone.see('squad-unit-1').waitFor();
  for (const path of [
    '/barracks',
    '/barracks/unit/own-unit',
    '/barracks/squad/own-small',
    '/barracks/print/own-small',
    '/new/escarmouche',
  ]) {
    await phone.open(path);
    await phone.see('language-fr').waitFor();
    await phone.page.waitForLoadState('networkidle');
    const small = await phone.page.evaluate(() =>
      [
        ...document.querySelectorAll<HTMLElement>(
          'main button, main .button, main select, main input:not(.unseen, [type="checkbox"], [type="radio"], [type="range"])',
        ),
      ]
        .map((one) => ({ box: one.getBoundingClientRect(), name: one.dataset.testid ?? one.textContent }))
        .filter(({ box }) => box.width > 0 && (box.width < 40 || box.height < 40))
        .map(({ box, name }) => `${name} ${box.width} × ${box.height}`),
    );
    expect(small, path).toEqual([]);
  }
  expect(phone.faults).toEqual([]);
});

test.each(['desktop', 'phone'])('no accessibility violation on every page of the Barracks, %s', async (size) => {
  const viewport = size === 'phone' ? { width: 390, height: 844 } : { width: 1280, height: 900 };
  const ana = await withLibrary({ viewport });
  const check = async (where: string) => {
    await axe(ana, where);
    const sideways = await ana.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(sideways, `${where} scrolls sideways`).toBeLessThanOrEqual(0);
  };
  const pages: [string, string, string?][] = [
    ['/barracks', 'squad-tile', 'more-squad'],
    ['/barracks/unit/own-unit', 'cost-parts', 'choose-icon'],
    ['/barracks/squad/own-small', 'meter', 'add-library'],
    ['/barracks/squad/own-great', 'meter', 'share'],
    ['/barracks/squad/own-small?unit=3', 'cost-parts', 'generate-unit'],
    ['/barracks/squad/morvane', 'card-1'],
    ['/barracks/print/own-small', 'sheets'],
    ['/new/escarmouche', 'squad-mine', 'change-mine'],
  ];
  for (const [path, sign, opens] of pages) {
    await ana.open(path);
    await ana.see(sign).first().waitFor();
    await ana.page.waitForLoadState('networkidle');
    await check(path);
    if (!opens) continue;
    await click(ana, opens);
    await ana.page.locator('dialog').waitFor();
    await ana.page.waitForLoadState('networkidle');
    await check(`${path} ${opens}`);
  }
});
