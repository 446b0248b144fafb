/** Changes to the same field within this time count as one. */
const TOGETHER = 1200;
const MOST = 200;

/** Something that is being changed, with its past; every change is saved at once. */
export class Editing<T> {
  now: T = $state.raw() as T;
  #past = $state.raw<T[]>([]);
  #future = $state.raw<T[]>([]);
  readonly #save: (value: T) => void;
  #field = '';
  #at = 0;

  constructor(start: T, save: (value: T) => void) {
    this.now = start;
    this.#save = save;
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  /** Another state; typing on in one `field` makes one step of the past, not one for each letter. */
  change(next: T, field = ''): void {
    const time = Date.now();
    const goesOn = field !== '' && field === this.#field && time - this.#at < TOGETHER && this.canUndo;
    if (!goesOn) this.#past = [...this.#past, this.now].slice(-MOST);
    this.#field = field;
    this.#at = time;
    this.#future = [];
    this.#show(next);
  }

  undo(): void {
    const before = this.#past.at(-1);
    if (before === undefined) return;
    this.#past = this.#past.slice(0, -1);
    this.#future = [...this.#future, this.now];
    this.#field = '';
    this.#show(before);
  }

  redo(): void {
    const after = this.#future.at(-1);
    if (after === undefined) return;
    this.#future = this.#future.slice(0, -1);
    this.#past = [...this.#past, this.now];
    this.#field = '';
    this.#show(after);
  }

  /** Ctrl+Z and Ctrl+Y, except where text is typed: fields have their own. */
  key(event: KeyboardEvent): void {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || inText(event.target)) return;
    const key = event.key.toLowerCase();
    const back = key === 'z' && !event.shiftKey;
    if (back && this.canUndo) this.undo();
    else if (!back && (key === 'y' || key === 'z')) this.redo();
    else return;
    event.preventDefault();
  }

  #show(value: T): void {
    this.now = value;
    this.#save(value);
  }
}

/** Whether keys there are letters. */
export function inText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !['range', 'checkbox', 'radio', 'button', 'file'].includes(target.type);
  return target instanceof HTMLTextAreaElement || target.isContentEditable;
}
