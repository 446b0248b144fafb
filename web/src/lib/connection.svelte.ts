import { Away, matchInfoNow, Refused } from './api';
import type { Answer, Fault, FromServer, GameReadiness, Hint, Look, Odds, Seat, Threats, ToServer, Why, Word } from './protocol';
import { tellOfWait } from './readiness.svelte';
import { applyMessage, greetingOf, patience, unseen, UNKNOWN, type TableState } from './table-state';
import { Turns } from './turns';

/** connecting: the first time · open · lost: trying again · away: never reached the server · gone: for good */
export type Line = 'connecting' | 'open' | 'lost' | 'away' | 'gone';

const PING_EVERY = 20_000;
const SILENCE = 45_000;
/** So many questions are asked at once, fewer than a server lets wait; one that came too fast all the same is put again. */
const QUESTIONS = 8;
const TRIES = 6;
const PAUSE = 350;

/** The server said no to an action or a question. */
export class No extends Error {
  constructor(readonly fault: Fault) {
    super(fault.code);
  }
}

/** The connection went down before the answer came. */
export class CutOff extends Error {}

interface Waiting {
  settle: (answer: Answer) => void;
  fail: (error: Error) => void;
}

type AnswerTo<T extends Answer['to']> = Extract<Answer, { to: T }>;
const isAnswerTo = <T extends Answer['to']>(answer: Answer, to: T): answer is AnswerTo<T> => answer.to === to;

const isLook = (data: AnswerTo<'look'>['data']): data is Look => 'shape' in data;

/** A seat at a table: the state as the server tells it, and what one can say there. */
export class Table {
  /** All that the server has said. */
  told = $state.raw<TableState>(UNKNOWN);
  /** How things stood before what is being shown; null once everything told has been seen. */
  #seen = $state.raw<TableState | null>(null);
  #patient: (() => void)[] = [];
  /** Somebody shows what happens here, and says when it has been seen. */
  filmed = false;
  line = $state<Line>('connecting');
  gone = $state.raw<Fault | null>(null);
  /** How far the game is while it is being prepared: until then the table says nothing else. */
  preparing = $state.raw<GameReadiness | null>(null);

  #socket: WebSocket | null = null;
  #greeting = false;
  #tries = 0;
  #lastId = 0;
  readonly #questions = new Turns(QUESTIONS);
  #waiting = new Map<Answer['id'], Waiting>();
  #retry: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setInterval> | undefined;
  #heard = 0;
  #left = false;
  #again = () => {
    if (this.line === 'lost' || this.line === 'away') this.connect();
  };

  #offline = () => {
    if (this.line === 'open') void this.#cut();
  };

  constructor(readonly token: string) {}

  start(): void {
    addEventListener('online', this.#again);
    addEventListener('offline', this.#offline);
    this.connect();
  }

  leave(): void {
    this.#left = true;
    removeEventListener('online', this.#again);
    removeEventListener('offline', this.#offline);
    this.#drop();
  }

  /** Sit down here again, also after another window took the seat. */
  connect(): void {
    this.#drop();
    this.gone = null;
    if (this.line === 'gone') this.line = 'lost';
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/api/table/${encodeURIComponent(this.token)}`);
    this.#socket = socket;
    socket.onopen = () => {
      this.#heard = Date.now();
      this.#hello();
      this.#beat = setInterval(() => this.#listen(), PING_EVERY);
    };
    socket.onmessage = (event) => this.#hear(socket, JSON.parse(String(event.data)) as FromServer);
    socket.onclose = () => {
      if (this.#socket === socket) void this.#cut();
    };
  }

  /** How things stand as far as they have been seen: nothing is said, asked or enabled before its picture. */
  get state(): TableState {
    return this.#seen ?? this.told;
  }

  get watching(): boolean {
    return this.#seen !== null;
  }

  /** Everything told has been seen. */
  settle(): void {
    const seen = this.#seen;
    if (!seen) return;
    const { known, steps } = this.told;
    this.#seen = null;
    // What was told meanwhile is news all together.
    if (known < steps.length) this.told = { ...this.told, known: Math.min(known, seen.steps.length) };
    for (const goOn of this.#patient.splice(0)) goOn();
  }

  /** Waits until everything told has been seen. */
  seen(): Promise<void> {
    return this.watching ? new Promise((goOn) => this.#patient.push(goOn)) : Promise.resolve();
  }

  async act(actions: string[]): Promise<void> {
    await this.#ask({ type: 'act', seq: this.state.seq, actions }, 'act');
  }

  async undo(): Promise<void> {
    await this.#ask({ type: 'undo', seq: this.state.seq }, 'undo');
  }

  /** Machines think, until somebody has to decide. */
  async moveNow(): Promise<void> {
    await this.#ask({ type: 'move_now', seq: this.state.seq }, 'move_now');
  }

  async answerTakeBack(agree: boolean): Promise<void> {
    await this.#ask({ type: 'answer_take_back', seq: this.state.seq, agree }, 'answer_take_back');
  }

  /** Says something about ending the match, for one of several seats if need be. */
  async say(word: Word, seat?: Seat): Promise<void> {
    await this.#ask({ type: 'say', word, seat: seat ?? null }, 'say');
  }

  async why(action: string): Promise<Why> {
    return (await this.#wonder({ type: 'why', action }, 'why')).data;
  }

  async odds(action: string): Promise<Odds> {
    return (await this.#wonder({ type: 'odds', action }, 'odds')).data;
  }

  async threats(): Promise<Threats> {
    return (await this.#wonder({ type: 'threats' }, 'threats')).data;
  }

  async hint(): Promise<Hint> {
    return (await this.#ask({ type: 'hint' }, 'hint')).data;
  }

  /** What a unit could do; on a gridless table also from another place than its own. Games tell it in their own way. */
  async look(unit: number, place?: { x: number; y: number; facing: number }): Promise<Look | null> {
    const { data } = await this.#wonder({ type: 'look', unit, ...place }, 'look');
    return isLook(data) ? data : null;
  }

  /** A question that changes nothing: it waits for its turn, and for a server that has no time for it just now. */
  #wonder<T extends Answer['to']>(question: ToServer, to: T): Promise<AnswerTo<T>> {
    return this.#questions.take(async () => {
      for (let tries = 1; ; tries += 1) {
        try {
          return await this.#ask(question, to);
        } catch (error) {
          if (tries === TRIES || !(error instanceof No) || error.fault.code !== 'TOO_FAST') throw error;
          await new Promise((later) => setTimeout(later, PAUSE * tries));
        }
      }
    });
  }

  #ask<T extends Answer['to']>(question: ToServer, to: T): Promise<AnswerTo<T>> {
    const id = ++this.#lastId;
    return new Promise((settle, fail) => {
      if (!this.#send({ ...question, id })) return fail(new CutOff());
      this.#waiting.set(id, { settle: (answer) => (isAnswerTo(answer, to) ? settle(answer) : fail(new CutOff())), fail });
    });
  }

  #send(message: ToServer): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  #hello(): void {
    this.#greeting = true;
    this.#send(greetingOf(this.told));
  }

  /** Forgets the steps, not what the screen shows, and asks for all of them. */
  #startOver(): void {
    this.told = { ...this.told, seq: 0, steps: [] };
    this.#hello();
  }

  #hear(socket: WebSocket, message: FromServer): void {
    if (this.#socket !== socket) return;
    this.#heard = Date.now();
    if (message.type === 'reply') return this.#answer(message);
    if (message.type === 'preparing') return this.#wait(message);
    this.preparing = null;
    if (message.type === 'bye') {
      this.gone = message.error;
      this.line = 'gone';
      return this.#drop();
    }
    const greeting = this.#greeting && message.type === 'update';
    const applied = applyMessage(this.told, message, greeting);
    if (applied.what === 'gap') return this.#startOver();
    if (greeting) {
      this.#greeting = false;
      this.#tries = 0;
      this.line = 'open';
    }
    if (applied.what === 'state') this.#hearOf(applied.state);
  }

  #hearOf(now: TableState): void {
    if (this.filmed && now.seq !== this.told.seq && now.known < now.steps.length) this.#seen = unseen(this.state, now);
    else if (this.#seen) this.#seen = { ...this.#seen, seats: now.seats, leaving: now.leaving };
    this.told = now;
  }

  #wait(now: GameReadiness): void {
    if (!this.preparing) tellOfWait(now);
    this.preparing = now;
  }

  #answer(reply: FromServer & { type: 'reply' }): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (reply.ok) waiting?.settle(reply);
    else waiting?.fail(new No(reply.error));
  }

  #listen(): void {
    // A line that has been silent for so long is down, whatever the browser believes.
    if (Date.now() - this.#heard > SILENCE) void this.#cut();
    else this.#send({ type: 'ping' });
  }

  #drop(): void {
    this.preparing = null;
    clearTimeout(this.#retry);
    clearInterval(this.#beat);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    for (const { fail } of this.#waiting.values()) fail(new CutOff());
    this.#waiting.clear();
  }

  async #cut(): Promise<void> {
    this.#drop();
    if (this.#left || this.line === 'gone') return;
    const known = this.told.scene !== null;
    if (known) this.line = 'lost';
    try {
      await matchInfoNow(this.token);
    } catch (error) {
      if (error instanceof Refused && error.status === 404) {
        this.gone = error.fault;
        this.line = 'gone';
        return;
      }
      if (error instanceof Away && !known) this.line = 'away';
    }
    if (this.#left) return;
    this.#retry = setTimeout(() => this.connect(), patience(this.#tries++, Math.random()) * 1000);
  }
}
