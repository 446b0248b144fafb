import { describe, expect, it } from 'vitest';

import en from '../src/i18n/en';
import es from '../src/i18n/es';
import fr from '../src/i18n/fr';
import { decimal, fill, headed, preferred, say, words } from '../src/lib/i18n.svelte';

const languages: Record<string, Record<string, string>> = { en, es, fr };
const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1]).toSorted();
// The start page is called by the name of the site alone.
const MAY_BE_EMPTY = ['title.start'];

const sources = import.meta.glob<string>('../src/**/*.{ts,svelte}', { query: '?raw', import: 'default', eager: true });

describe('the words of the page', () => {
  it.each(['es', 'fr'])('%s has the same keys as en', (language) => {
    expect(Object.keys(languages[language]!).toSorted()).toEqual(Object.keys(en).toSorted());
  });

  it.each(['es', 'fr'])('%s fills in the same things as en', (language) => {
    for (const [key, text] of Object.entries(en)) {
      expect(placeholders(languages[language]![key] ?? ''), key).toEqual(placeholders(text));
    }
  });

  it.each(['en', 'es', 'fr'])('%s leaves nothing empty', (language) => {
    const empty = Object.entries(languages[language]!).filter(([key, text]) => !text.trim() && !MAY_BE_EMPTY.includes(key));
    expect(empty).toEqual([]);
  });

  it('has no sentence that nobody says', () => {
    const code = Object.values(sources).join('\n');
    expect(code).toContain("t('undo')");
    // Keys put together from parts end in a word that the server or a list names.
    const composed = [
      'drawing.',
      'settings.table.',
      'cafe.throw.',
      'forglory.throw.',
      'lab.kind.',
      'lab.agent.',
      'lab.luck.',
      'lab.end.',
      'settings.notation.',
      'settings.pieces.',
      'terms.most.',
      'reason.',
      'settings.pace.',
      'title.',
      'theme.',
      'opponent.',
      'option.',
      'choice.',
      'shortcut.',
      'mark.',
      'lab.kind.',
      'lab.agent.',
      'lab.luck.',
      'lab.end.',
    ];
    const unused = Object.keys(en).filter((key) => !code.includes(`'${key}'`) && !composed.some((start) => key.startsWith(start)));
    expect(unused).toEqual([]);
  });
});

describe('choosing a language', () => {
  it('takes the first one we speak', () => {
    expect(preferred(['de-DE', 'fr-CA', 'en'])).toBe('fr');
    expect(preferred(['ES-mx'])).toBe('es');
    expect(preferred(['ja'])).toBe('en');
    expect(preferred([])).toBe('en');
  });

  it('fills in what it is given and leaves the rest', () => {
    expect(fill('{a} of {b}, {c}', { a: 1, b: 'two' })).toBe('1 of two, {c}');
  });

  it('takes the word that goes with a number', () => {
    const text = '{count} {count|case|cases}';
    expect([0, 1, 2].map((count) => fill(text, { count }, 'fr'))).toEqual(['0 case', '1 case', '2 cases']);
    expect([0, 1, 2].map((count) => fill(text, { count }, 'es'))).toEqual(['0 cases', '1 case', '2 cases']);
  });
});

describe('the signs of a language', () => {
  it.each([
    ['en', 'Wood: cover', '22.5'],
    ['es', 'Wood: cover', '22,5'],
    ['fr', 'Wood\u202f: cover', '22,5'],
  ] as const)('%s has its own colon and decimal sign', (language, said, number) => {
    words.language = language;
    words.known = languages[language]!;
    expect([headed('Wood', 'cover'), decimal(22.5)]).toEqual([said, number]);
  });

  it('keeps French signs with the word before them', () => {
    const text = { es: 'Orden: carga', fr: 'Ordre : charge ; 12,5 cm', en: 'Order: charge' };
    words.language = 'fr';
    expect(say(text)).toBe('Ordre\u202f: charge\u202f; 12,5 cm');
    words.language = 'es';
    expect(say(text)).toBe(text.es);
  });
});
