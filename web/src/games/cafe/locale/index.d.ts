import type words from './en.json';

declare global {
  interface GameVocabularies {
    cafe: typeof words;
  }
}
