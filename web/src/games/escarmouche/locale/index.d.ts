import type words from './en.json';

declare global {
  interface GameVocabularies {
    escarmouche: typeof words;
  }
}
