import type words from './en.json';

declare global {
  interface GameVocabularies {
    tactics: typeof words;
  }
}
