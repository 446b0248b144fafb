import type words from './en.json';

declare global {
  interface GameVocabularies {
    forglory: typeof words;
  }
}
