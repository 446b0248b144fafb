import { keep, recall } from './storage';

export type Theme = 'auto' | 'light' | 'dark';

class Settings {
  theme = $state<Theme>(recall<Theme>('theme', 'auto'));
  animation = $state<boolean>(recall('animation', true));
  autoFlip = $state<boolean>(recall('autoFlip', false));

  get moves(): boolean {
    return this.animation && !matchMedia('(prefers-reduced-motion: reduce)').matches;
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    keep('theme', theme);
    this.apply();
  }

  setAnimation(on: boolean): void {
    this.animation = on;
    keep('animation', on);
    this.apply();
  }

  setAutoFlip(on: boolean): void {
    this.autoFlip = on;
    keep('autoFlip', on);
  }

  apply(): void {
    const root = document.documentElement;
    if (this.theme === 'auto') root.removeAttribute('data-theme');
    else root.dataset.theme = this.theme;
    root.toggleAttribute('data-still', !this.animation);
  }
}

export const settings = new Settings();
