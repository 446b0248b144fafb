import { keep, recall } from '../lib/storage';

/** Notifications of the browser: asked for by a press, and shown only while nobody looks at the page. */
class Notices {
  /** Whether the player wants them; the browser has its own say. */
  #wanted = $state(recall('notices', false));
  #permission = $state<NotificationPermission>(typeof Notification === 'undefined' ? 'denied' : Notification.permission);

  readonly possible = typeof Notification !== 'undefined';

  get on(): boolean {
    return this.#wanted && this.#permission === 'granted';
  }

  get denied(): boolean {
    return this.#permission === 'denied';
  }

  async ask(): Promise<void> {
    this.#permission = this.#permission === 'default' ? await Notification.requestPermission() : this.#permission;
    this.#want(this.#permission === 'granted');
  }

  turnOff(): void {
    this.#want(false);
  }

  #want(on: boolean): void {
    this.#wanted = on;
    keep('notices', on);
  }

  /** Tells somebody who looks elsewhere; a later word about the same match takes the place of the one before. */
  show(title: string, body: string, tag: string): void {
    if (!this.on || document.visibilityState !== 'hidden') return;
    try {
      const notice = new Notification(title, { body, tag, icon: '/favicon-turn.svg' });
      notice.onclick = () => {
        window.focus();
        notice.close();
      };
    } catch {
      // Phones know notifications of service workers only; title and icon have to do there.
    }
  }
}

export const notices = new Notices();
