import type { Key, Vocabulary } from '../i18n/gathered';
import type { Language, Text } from './protocol';
import { keep, recall } from './storage';

export type { Key };
export const LANGUAGES: readonly Language[] = ['es', 'fr', 'en'];
export const LANGUAGE_NAMES: Record<Language, string> = { es: 'Español', fr: 'Français', en: 'English' };

// Only the languages that somebody reads are loaded; and for the start page only what it says.
const LOADERS: Record<Language, () => Promise<{ default: Vocabulary }>> = {
  es: () => import('../i18n/es'),
  fr: () => import('../i18n/fr'),
  en: () => import('../i18n/en'),
};
const CORES: Record<Language, () => Promise<{ default: Partial<Vocabulary> }>> = {
  es: () => import('../i18n/es/core'),
  fr: () => import('../i18n/fr/core'),
  en: () => import('../i18n/en/core'),
};

/** The first of the reader's languages that we speak. */
export function preferred(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const language = tag.slice(0, 2).toLowerCase() as Language;
    if (LANGUAGES.includes(language)) return language;
  }
  return 'en';
}

/** Fills in `{name}`, and words that go with a number: `{count|square|squares}`. */
export function fill(template: string, words: Record<string, string | number>, language: Language = 'en'): string {
  return template.replace(/\{(\w+)(?:\|([^|}]*)\|([^|}]*))?\}/g, (whole, name: string, one?: string, other?: string) => {
    const value = words[name];
    if (one === undefined || value === undefined) return String(value ?? whole);
    return (new Intl.PluralRules(language).select(Number(value)) === 'one' ? one : other) ?? '';
  });
}

class Words {
  language = $state<Language>('en');
  known = $state.raw<Partial<Vocabulary>>({});
  #whole = false;

  /** What every page but the first needs; at once where it is there already. */
  async whole(): Promise<void> {
    if (this.#whole) return;
    this.#whole = true;
    await this.#use(this.language);
  }

  async start(): Promise<void> {
    const kept = recall<Language | null>('language', null);
    await this.#use(kept && LANGUAGES.includes(kept) ? kept : preferred(navigator.languages));
  }

  async choose(language: Language): Promise<void> {
    keep('language', language);
    await this.#use(language);
  }

  async #use(language: Language): Promise<void> {
    this.known = (await (this.#whole ? LOADERS : CORES)[language]()).default;
    this.language = language;
    document.documentElement.lang = language;
  }
}

export const words = new Words();

/** A sentence of the page itself. */
export function t(key: Key, values: Record<string, string | number> = {}): string {
  return fill(words.known[key] ?? key, values, words.language);
}

/** French sets a thin space before a colon and its like; no line breaks there. */
function unbroken(text: string): string {
  return words.language === 'fr' ? text.replace(/ (?=[:;?!])/g, '\u202f') : text;
}

/** A sentence that came from the server. */
export function say(text: Text | string | undefined): string {
  if (text === undefined) return '';
  return typeof text === 'string' ? text : unbroken(text[words.language] ?? text.en);
}

/** As `t` for keys that are put together from parts and may not exist. */
export function maybe(key: string): string {
  return words.known[key as Key] ?? '';
}

export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase(words.language) + text.slice(1);
}

/** What something is about and what is said of it, with a colon as the language sets it. */
export const headed = (head: string, text: string): string => t('headed', { head, text });

export function decimal(value: number, digits = 1): string {
  const parts = new Intl.NumberFormat(words.language, { maximumFractionDigits: digits, useGrouping: 'always' }).formatToParts(value);
  // Where a comma stands before decimals, thousands are set apart as the lab's sentences do it.
  const apart = words.language === 'en' ? ',' : '\u202f';
  return parts.map((part) => (part.type === 'group' ? apart : part.value)).join('');
}

export function percent(share: number, digits = 0): string {
  return new Intl.NumberFormat(words.language, { style: 'percent', maximumFractionDigits: digits }).format(share);
}

export function date(time: number): string {
  return new Intl.DateTimeFormat(words.language, { dateStyle: 'medium', timeStyle: 'short' }).format(time);
}
