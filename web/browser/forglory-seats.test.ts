import { expect, test } from 'vitest';

import { columnsOf } from '../src/games/forglory/scene';
import type { Language } from '../src/lib/protocol';
import { axe } from './axe';
import { decideForGlory, legalOf, newMatch, NEAR, sceneOf, SMALL } from './forglory';
import { PHONE, sideways, sitAt, soon } from './matches';
import { click, playOut, tap, type Player } from './player';

const press = (player: Player, testid: string) => (player.touch ? tap(player, testid) : click(player, testid));
const logOf = (player: Player) => player.see('log').textContent();
const DECLINED: Partial<Record<Language, RegExp>> = { es: /Norte no reacciona/, fr: /Nord ne réagit pas/ };
const REACTED: Partial<Record<Language, RegExp>> = { es: /reacciona: (disparo|carga)/i, fr: /réagit\s: (tir|charge)/i };

/** A battle by link, to its end: the first reaction of all is declined, the next is made; `answers` is what came of them. */
async function battle(answers: string[]): Promise<void> {
  const made = await newMatch({
    seats: { south: 'person', north: 'link' },
    options: { ...SMALL, ...NEAR.options },
    position: NEAR.position,
  });
  const ana = await sitAt(made.tokens.south!, { locale: 'es-ES' });
  const luc = await sitAt(made.tokens.north!, { locale: 'fr-FR', ...PHONE });
  const seats: [Player, Language][] = [
    [ana, 'es'],
    [luc, 'fr'],
  ];
  const left: string[] = [];

  const told = async (words: Partial<Record<Language, RegExp>>) => {
    for (const [player, language] of seats) await soon(() => logOf(player), `the log of ${language}`).toMatch(words[language]!);
  };

  async function asked(player: Player, kind: string): Promise<void> {
    const other = player === ana ? luc : ana;
    await soon(() => player.see('ask').getAttribute('data-kind')).toBe(kind);
    await soon(() => other.state?.seq).toBe(player.state!.seq);
    await soon(() => other.see('status').getAttribute('data-actor')).toBe(player.state!.you[0]);
    expect(await other.see('ask').count(), 'nobody else is asked').toBe(0);
    expect(legalOf(other), 'nor could answer').toEqual([]);
    expect(await sideways(luc)).toBeLessThanOrEqual(0);
  }

  async function looked(moment: string): Promise<void> {
    for (const [player, language] of seats) await axe(player, `${moment} ${language}`);
    expect(await luc.smallTargets()).toEqual([]);
  }

  await playOut(
    seats.map(([player]) => player),
    press,
    undefined,
    async (player, how) => {
      const { phase } = sceneOf(player);
      if (phase !== 'react' && phase !== 'reaction') return decideForGlory(player, how);
      const before = player.state!.seq;
      await asked(player, phase);
      if (phase === 'reaction') {
        const attack = legalOf(player).find(({ kind }) => kind === 'shoot' || kind === 'charge');
        if (attack && !answers.includes('reacted')) await looked('reaction');
        await decideForGlory(player, how);
        await player.until(({ seq }) => seq > before, 'the reaction is made');
        if (attack) {
          answers.push('reacted');
          await told(REACTED);
        }
      } else if (answers.length === 0) {
        expect(player, 'South is the first to act, so North is asked').toBe(luc);
        await looked('react');
        await how('decline');
        answers.push('declined');
        await told(DECLINED);
      } else {
        await how(
          answers.includes('reacted')
            ? 'decline'
            : String(
                legalOf(player)
                  .find(({ kind }) => kind === 'react')!
                  .action.replace(' ', '-'),
              ),
        );
        await player.until(({ seq }) => seq > before, 'the answer is heard');
      }
      if (player.turn) return;
      await soon(() => player.see('ask').count()).toBe(0);
      left.push(...(await player.see('unit-card').allTextContents()));
    },
  );

  expect(left, 'no card of the unit that was asked stays behind').toEqual([]);
  for (const [player] of seats) {
    await player.see('result').waitFor();
    const { score } = sceneOf(player);
    for (const side of ['south', 'north'] as const) {
      expect(await player.see(`score-${side}`).textContent()).toBe(String(score[side].total));
      expect(score[side].total).toBe(columnsOf(score[side]).reduce((sum, column) => sum + score[side][column], 0));
    }
  }
  expect(sceneOf(ana).score).toEqual(sceneOf(luc).score);
  expect(seats.flatMap(([{ faults }]) => faults)).toEqual([]);
}

test('a battle by link: who is asked for a reaction alone sees the question, and both see what came of it', async () => {
  const answers: string[] = [];
  // One battle in sixteen gives nobody a second chance to react, or dice forbid it.
  for (let battles = 0; battles < 4 && !answers.includes('reacted'); battles += 1) await battle(answers);
  expect(answers).toEqual(expect.arrayContaining(['declined', 'reacted']));
});

test('a whole battle against the machine, on a phone, which is told what the machine does', async () => {
  // By the third round every division has come, whatever its die of deployment; without objectives nobody wins before that.
  const made = await newMatch({ seats: { south: 'easy', north: 'person' }, options: { ...SMALL, objectives: 0, rounds: 3 } });
  const ana = await sitAt(made.tokens.north!, { locale: 'es-ES', ...PHONE });
  const phases = new Set<string>();
  await playOut([ana], press, undefined, async (player, how) => {
    phases.add(sceneOf(player).phase);
    expect(player.state!.actor, 'the machine decides for itself').toBe('north');
    await decideForGlory(player, how);
  });
  expect([...phases]).toEqual(expect.arrayContaining(['distribute', 'orders']));
  await ana.see('result').waitFor();
  const { score } = sceneOf(ana);
  for (const side of ['south', 'north'] as const) expect(await ana.see(`score-${side}`).textContent()).toBe(String(score[side].total));
  const log = await logOf(ana);
  expect(log).toMatch(/Sur: el ejército está listo/);
  const placed = sceneOf(ana).units.filter(({ side, state }) => side === 'south' && state !== 'hand');
  // A division that finds no room is turned away and comes again: told twice, but each unit at least once.
  const told = new Set(log!.match(/(Infantería|Caballería|Artillería)[^()]+ \d \(Sur\) se coloca/g));
  expect(told.size, 'each unit of the machine').toBeGreaterThanOrEqual(placed.length);
  expect(await sideways(ana)).toBeLessThanOrEqual(0);
  await axe(ana, 'the end');
  expect(ana.faults).toEqual([]);
});
