import { expect, test } from 'vitest';

import { axe } from './axe';
import { makeMatch, sideways } from './matches';
import { click, Player, turnTo } from './player';

const MIDDLE = '3k4/2p2a2/1h1m4/3SB1g1/2sP1M2/4G3/2A2b2/3K4 w 7 - -';
const SMALL = { viewport: { width: 390, height: 844 }, locale: 'es', colorScheme: 'dark' } as const;

/** Seats end their turns one after the other, without looking at the table. */
async function endTurns(...tokens: (string | undefined)[]): Promise<void> {
  const somebody = await Player.arrive();
  await somebody.open('/');
  for (const token of tokens) {
    await somebody.page.evaluate(async (key) => {
      const socket = new WebSocket(`ws://${location.host}/api/table/${key}`);
      const hear = (type: string) =>
        new Promise<{ seq: number }>((settle) => {
          socket.onmessage = (event) => {
            const message = JSON.parse(String(event.data)) as { type: string; seq: number };
            if (message.type === type) settle(message);
          };
        });
      await new Promise<void>((settle) => (socket.onopen = () => settle()));
      const told = hear('update');
      socket.send(JSON.stringify({ type: 'hello' }));
      const { seq } = await told;
      const answered = hear('reply');
      socket.send(JSON.stringify({ type: 'act', id: 1, seq, actions: ['end'] }));
      await answered;
      const closed = new Promise<void>((settle) => (socket.onclose = () => settle()));
      socket.close();
      await closed;
    }, token);
  }
  await somebody.context.close();
}

/** Both sides have acted, and White is to move. */
async function begun(body: object = {}): Promise<Record<string, string>> {
  const seats = { white: 'link', black: 'link' };
  const { tokens } = await makeMatch({ game: 'tactics', seats, names: { white: 'Ana', black: 'Luc' }, position: MIDDLE, ...body });
  await endTurns(tokens.white, tokens.black);
  return tokens;
}

async function pair(body: object = {}): Promise<[Player, Player, Record<string, string>]> {
  const tokens = await begun(body);
  const ana = await Player.arrive();
  const luc = await Player.arrive(SMALL);
  await ana.open(`/m/${tokens.white}`);
  await luc.open(`/m/${tokens.black}`);
  await ana.until((state) => state.actor === 'white', 'the first one decides');
  await luc.until(() => true, 'the other one watches');
  await turnTo(ana, 'more');
  await turnTo(luc, 'more');
  await ana.see('ending').waitFor();
  await luc.see('ending').waitFor();
  return [ana, luc, tokens];
}

test('whoever resigns is asked first; both see the end and its reason, and the replay tells it', async () => {
  const [ana, luc, tokens] = await pair();
  await click(ana, 'resign');
  await axe(ana, 'the question before resigning');
  await click(ana, 'resign-no');
  expect(ana.state?.outcome).toBeNull();
  await click(ana, 'resign');
  await click(ana, 'resign-yes');
  await luc.see('result').waitFor();
  expect(await luc.see('result').getAttribute('data-winner')).toBe('black');
  expect(await luc.see('end-reason').textContent()).toContain('Por rendición');
  expect(await ana.see('end-reason').textContent()).toContain('By resignation');
  expect(await ana.see('log').textContent()).toContain('White resigns.');
  expect(await ana.see('ending').count(), 'there is nothing left to end').toBe(0);
  await axe(luc, 'a match that was resigned');
  expect(await sideways(luc)).toBeLessThanOrEqual(0);
  await ana.open(`/replay/${tokens.white}`);
  await expect.poll(() => ana.see('end-reason').textContent()).toContain('By resignation');
  await luc.open(`/replay/${tokens.black}`);
  for (const [player, flipped] of [
    [ana, 'false'],
    [luc, 'true'],
  ] as const)
    await expect.poll(() => player.see('board').getAttribute('data-flipped'), { message: 'seen as it was played' }).toBe(flipped);
  expect([...ana.faults, ...luc.faults]).toEqual([]);
});

test('a draw is offered, seen by the other in their language, and accepted', async () => {
  const [ana, luc] = await pair();
  await click(ana, 'offer-draw');
  await luc.see('draw-offer').waitFor();
  expect(await luc.see('draw-offer').textContent()).toContain('Ana');
  await expect.poll(() => luc.see('live').textContent()).toContain('Oferta de tablas');
  await axe(luc, 'an offer of a draw');
  expect(await sideways(luc)).toBeLessThanOrEqual(0);
  expect(await ana.see('offer-draw').isDisabled()).toBe(true);
  await click(luc, 'draw-accept');
  await ana.see('result').waitFor();
  expect(await ana.see('result').getAttribute('data-winner')).toBe('draw');
  expect(await ana.see('end-reason').textContent()).toContain('By agreement');
  expect([...ana.faults, ...luc.faults]).toEqual([]);
});

test('an offer is withdrawn or declined, and not made again at once', async () => {
  const [ana, luc] = await pair();
  await click(ana, 'offer-draw');
  await luc.see('draw-offer').waitFor();
  await click(ana, 'draw-withdraw');
  await expect.poll(() => luc.see('draw-offer').count()).toBe(0);
  expect(await ana.see('offer-draw').isDisabled()).toBe(true);
  await click(luc, 'offer-draw');
  await click(ana, 'draw-decline');
  await expect.poll(() => luc.see('draw-offer').count()).toBe(0);
  expect(await luc.see('log').textContent()).toContain('tablas rechazadas');
  await expect.poll(() => luc.see('draw-declined').textContent()).toContain('Ana: tablas rechazadas');
  expect(await ana.see('draw-declined').count(), 'whoever said so knows').toBe(0);
  await click(luc, 'draw-declined-read');
  await expect.poll(() => luc.see('draw-declined').count()).toBe(0);
  expect([...ana.faults, ...luc.faults]).toEqual([]);
});

test('a deserted match is claimed once the time of its set-up is up', async () => {
  const tokens = await begun({ terms: { claim_after: 2 } });
  const luc = await Player.arrive(SMALL);
  await luc.open(`/m/${tokens.black}`);
  await luc.see('claim').waitFor();
  expect(await luc.see('deserted').textContent()).toContain('Ana');
  await axe(luc, 'a deserted match');
  await click(luc, 'claim');
  await luc.see('result').waitFor();
  expect(await luc.see('result').getAttribute('data-winner')).toBe('black');
  expect(await luc.see('end-reason').textContent()).toContain('abandonó');
  expect(luc.faults).toEqual([]);
});

test('before its time a match cannot be claimed, and the table says when it can', async () => {
  const tokens = await begun({ terms: { claim_after: 3600 } });
  const luc = await Player.arrive();
  await luc.open(`/m/${tokens.black}`);
  await turnTo(luc, 'more');
  await expect.poll(() => luc.see('claim-terms').textContent()).toContain('60 minutes');
  expect(await luc.see('claim').count()).toBe(0);
  expect(luc.faults).toEqual([]);
});

test('a match that did not begin is called off', async () => {
  const { tokens } = await makeMatch({ game: 'tactics', seats: { white: 'link', black: 'link' } });
  const ana = await Player.arrive();
  await ana.open(`/m/${tokens.white}`);
  await turnTo(ana, 'more');
  await click(ana, 'abort');
  await click(ana, 'end-yes');
  await ana.see('result').waitFor();
  expect(await ana.see('result').textContent()).toContain('Called off');
  expect(await ana.see('end-reason').textContent()).toContain('does not count');
  expect(ana.faults).toEqual([]);
});

test('two at one screen name the side that resigns', async () => {
  const { tokens } = await makeMatch({ game: 'tactics', seats: { white: 'person', black: 'person' }, position: MIDDLE });
  await endTurns(tokens.white, tokens.white);
  const ana = await Player.arrive();
  await ana.open(`/m/${tokens.white}`);
  await turnTo(ana, 'more');
  await click(ana, 'resign');
  await click(ana, 'resign-black');
  await ana.see('result').waitFor();
  expect(await ana.see('result').getAttribute('data-winner')).toBe('white');
  expect(ana.faults).toEqual([]);
});

test('title and icon tell whose turn it is, and what is asked', async () => {
  const [ana, luc] = await pair();
  await expect.poll(() => ana.page.title()).toContain('Your turn');
  expect(await luc.page.title()).not.toContain('Tu turno');
  const icon = (player: Player) => player.page.locator('link[rel="icon"]').getAttribute('href');
  expect(await icon(ana)).toContain('turn');
  expect(await icon(luc)).not.toContain('turn');
  await click(ana, 'offer-draw');
  await expect.poll(() => luc.page.title()).toContain('Te preguntan');
  await click(luc, 'draw-decline');
  await expect.poll(() => luc.page.title()).not.toContain('Te preguntan');
  expect([...ana.faults, ...luc.faults]).toEqual([]);
});

test('a notification comes to who asked for it by a press, and only while the page is hidden', async () => {
  const tokens = await begun();
  const luc = await Player.arrive({ permissions: ['notifications'] });
  await luc.page.addInitScript(() => {
    const shown: string[] = [];
    class Quiet {
      static permission = 'default';
      static requestPermission = () => Promise.resolve((Quiet.permission = 'granted'));
      constructor(title: string) {
        shown.push(title);
      }
    }
    Object.assign(globalThis, { Notification: Quiet, shown });
  });
  const shown = () => luc.page.evaluate(() => (globalThis as unknown as { shown: string[] }).shown);
  const hide = (hidden: boolean) =>
    luc.page.evaluate(
      (state) => Object.defineProperty(document, 'visibilityState', { value: state, configurable: true }),
      hidden ? 'hidden' : 'visible',
    );
  await luc.open(`/m/${tokens.black}`);
  await luc.until((state) => state.actor === 'white', 'another decides');
  await turnTo(luc, 'more');
  await click(luc, 'notify');
  await expect.poll(() => luc.see('notify').getAttribute('aria-pressed')).toBe('true');
  await endTurns(tokens.white);
  await luc.until((state) => state.actor === 'black', 'it is their turn');
  await expect.poll(() => luc.page.title()).toContain('Your turn');
  expect(await shown(), 'whoever looks at the page needs none').toEqual([]);
  await hide(true);
  const ana = await Player.arrive();
  await ana.open(`/m/${tokens.white}`);
  await turnTo(ana, 'more');
  await click(ana, 'offer-draw');
  await expect.poll(shown).toEqual(['You are asked']);
  expect([...ana.faults, ...luc.faults]).toEqual([]);
});

test('hints between people are there only if set-up allows them', async () => {
  const [ana] = await pair();
  expect(await ana.see('hint').count()).toBe(0);
  const [eva] = await pair({ terms: { hints: true } });
  await eva.see('hint').waitFor();
});

test('set-up states the terms and the match has them', async () => {
  const ana = await Player.arrive();
  await ana.open('/new/tactics');
  await click(ana, 'opponent-easy');
  expect(await ana.see('allow-hints').count(), 'against the machine there is nothing to agree on').toBe(0);
  await click(ana, 'opponent-link');
  await ana.see('claim-after').selectOption('3600');
  await click(ana, 'allow-hints');
  await axe(ana, 'set-up with terms');
  await click(ana, 'start-match');
  await click(ana, 'go-table');
  const state = await ana.until(() => true, 'the table opens');
  expect(state.terms).toEqual({ claim_after: 3600, hints: true });
  expect(ana.faults).toEqual([]);
});
