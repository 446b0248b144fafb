import { keep, recall } from './storage';

export type Theme = 'auto' | 'light' | 'dark';
/** What boards and tables are made of; `walnut` is what the style sheet has by itself. */
export const TABLES = ['walnut', 'slate', 'meadow', 'print'] as const;
export type TableTheme = (typeof TABLES)[number];
/** How fast what happened is shown. */
export const PACES = ['slow', 'normal', 'quick', 'once'] as const;
export type Pace = (typeof PACES)[number];
/** How much longer or shorter each moment lasts. */
export const TEMPO: Record<Pace, number> = { slow: 1.8, normal: 1, quick: 0.45, once: 0 };

/** How pieces of a board are drawn. */
export const PIECES = ['drawings', 'letters', 'both'] as const;
export type Pieces = (typeof PIECES)[number];
/** How the log tells what was done. */
export const NOTATIONS = ['words', 'notation', 'both'] as const;
export type Notation = (typeof NOTATIONS)[number];

/** When somebody is asked about the cards they hold. */
export const CARD_QUESTIONS = ['always', 'useful', 'never'] as const;
export type CardQuestions = (typeof CARD_QUESTIONS)[number];

/** What the whole page looks like. */
const LOOKS: ReadonlySet<string> = new Set(['theme', 'table', 'animation', 'pace']);

const small = () => typeof matchMedia === 'function' && matchMedia('(max-width: 860px)').matches;
const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** What this browser's player likes, kept in it. */
class Settings {
  theme = $state<Theme>(recall<Theme>('theme', 'auto'));
  table = $state<TableTheme>(recall<TableTheme>('table', 'walnut'));
  animation = $state<boolean>(recall('animation', true));
  pace = $state<Pace>(recall<Pace>('pace', 'normal'));
  autoFlip = $state<boolean>(recall('autoFlip', false));
  /** On a phone nobody expects it. */
  sound = $state<boolean>(recall('sound', !small()));
  /** Ask before much of a turn is given away. */
  confirm = $state<boolean>(recall('confirm', true));
  /** Until somebody has said it, a match is played as it stands. */
  cards = $state<CardQuestions | null>(recall<CardQuestions | null>('cards', null));
  /** Help beside the piece that is in hand or looked at. */
  pieceHelp = $state<boolean>(recall('pieceHelp', true));
  pieces = $state<Pieces>(recall<Pieces>('pieces', 'drawings'));
  notation = $state<Notation>(recall<Notation>('notation', 'words'));
  railFolded = $state<boolean>(recall('railFolded', false));

  get moves(): boolean {
    return this.animation && this.pace !== 'once' && !still();
  }

  set<K extends keyof Kept>(name: K, value: Kept[K]): void {
    (this as Kept)[name] = value;
    keep(name, value);
    if (LOOKS.has(name)) this.apply();
  }

  apply(): void {
    const root = document.documentElement;
    if (this.theme === 'auto') root.removeAttribute('data-theme');
    else root.dataset.theme = this.theme;
    if (this.table === 'walnut') root.removeAttribute('data-table');
    else root.dataset.table = this.table;
    root.toggleAttribute('data-still', !this.moves);
    // What glides is as quick as what is told after it.
    root.style.setProperty('--tempo', String(TEMPO[this.pace]));
  }
}

type Kept = Pick<
  Settings,
  'theme' | 'table' | 'animation' | 'pace' | 'autoFlip' | 'sound' | 'confirm' | 'cards' | 'pieceHelp' | 'pieces' | 'notation' | 'railFolded'
>;

export const settings = new Settings();
