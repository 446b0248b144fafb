/** How long a finger rests before it draws, in milliseconds, and how far it may tremble meanwhile, in pixels. */
const REST = 500;
const TREMBLE = 9;

/**
 * Arrows and marks that somebody draws over a board or a table to think: nobody else sees them, Escape and the next move
 * wipe them off. A place is a square or a point; `near` says whether two are the same for a hand.
 */
export class Drawings<P> {
  arrows = $state.raw<readonly (readonly [P, P])[]>([]);
  marks = $state.raw<readonly P[]>([]);
  /** The arrow that is being drawn. */
  draft = $state.raw<readonly [P, P] | null>(null);

  constructor(readonly near: (one: P, other: P) => boolean) {}

  get any(): boolean {
    return this.arrows.length + this.marks.length > 0;
  }

  begin(place: P): void {
    this.draft = [place, place];
  }

  to(place: P): void {
    if (this.draft) this.draft = [this.draft[0], place];
  }

  /** An arrow, or a mark where it ends where it began; the same once more takes it off. */
  end(): void {
    const { draft, near } = this;
    this.draft = null;
    if (!draft) return;
    const [from, to] = draft;
    if (near(from, to)) {
      const left = this.marks.filter((mark) => !near(mark, to));
      this.marks = left.length < this.marks.length ? left : [...this.marks, to];
      return;
    }
    const left = this.arrows.filter(([a, b]) => !near(a, from) || !near(b, to));
    this.arrows = left.length < this.arrows.length ? left : [...this.arrows, draft];
  }

  cancel(): void {
    this.draft = null;
  }

  clear(): void {
    this.draft = null;
    if (!this.any) return;
    this.arrows = [];
    this.marks = [];
  }

  /** Draws with the right button, or with one finger that has rested for a moment; `seized` when a finger begins to. */
  follow(surface: Element, placeOf: (event: PointerEvent) => P | null, seized: (finger: number) => void): () => void {
    const fingers = new Set<number>();
    let resting: { timer: ReturnType<typeof setTimeout>; x: number; y: number } | null = null;
    let drawing: number | null = null;
    const stop = () => {
      clearTimeout(resting?.timer);
      resting = null;
    };
    const draw = (event: PointerEvent, place: P) => {
      drawing = event.pointerId;
      this.begin(place);
      surface.setPointerCapture(event.pointerId);
    };
    const down = (event: PointerEvent) => {
      stop();
      const place = placeOf(event);
      const finger = event.pointerType === 'touch';
      if (finger) fingers.add(event.pointerId);
      if (place === null) return;
      if (event.button === 2) return draw(event, place);
      if (!finger || fingers.size > 1) return;
      const begin = () => {
        stop();
        seized(event.pointerId);
        draw(event, place);
      };
      resting = { timer: setTimeout(begin, REST), x: event.clientX, y: event.clientY };
    };
    const move = (event: PointerEvent) => {
      if (resting && Math.hypot(event.clientX - resting.x, event.clientY - resting.y) > TREMBLE) stop();
      const place = event.pointerId === drawing ? placeOf(event) : null;
      if (place !== null) this.to(place);
    };
    const lift = (event: PointerEvent, ended: () => void) => {
      stop();
      fingers.delete(event.pointerId);
      if (event.pointerId !== drawing) return;
      drawing = null;
      ended();
    };
    const handlers: Record<string, (event: PointerEvent) => void> = {
      pointerdown: down,
      pointermove: move,
      pointerup: (event) => lift(event, () => this.end()),
      pointercancel: (event) => lift(event, () => this.cancel()),
    };
    const menu = (event: Event) => event.preventDefault();
    // A finger that draws does not scroll the page.
    const hold = (event: Event) => {
      if (this.draft && event.cancelable) event.preventDefault();
    };
    for (const [name, handle] of Object.entries(handlers)) surface.addEventListener(name, handle as EventListener, true);
    surface.addEventListener('contextmenu', menu);
    surface.addEventListener('touchmove', hold, { passive: false });
    return () => {
      stop();
      for (const [name, handle] of Object.entries(handlers)) surface.removeEventListener(name, handle as EventListener, true);
      surface.removeEventListener('contextmenu', menu);
      surface.removeEventListener('touchmove', hold);
    };
  }
}
