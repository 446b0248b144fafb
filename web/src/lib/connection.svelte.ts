import { Away, matchInfoNow, Refused } from './api';
import type { Answer, Fault, FromServer, GameReadiness, Hint, Look, Odds, Threats, ToServer, Why } from './protocol';
import { tellOfWait } from './readiness.svelte';
import { applyMessage, greetingOf, patience, UNKNOWN, type TableState } from './table-state';

/** connecting: the first time · open · lost: trying again · away: never reached the server · gone: for good */
export type Line = 'connecting' | 'open' | 'lost' | 'away' | 'gone';

const PING_EVERY = 20_000;
const SILENCE = 45_000;

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
  state = $state.raw<TableState>(UNKNOWN);
  line = $state<Line>('connecting');
  gone = $state.raw<Fault | null>(null);
  /** How far the game is while it is being prepared: until then the table says nothing else. */
  preparing = $state.raw<GameReadiness | null>(null);

  #socket: WebSocket | null = null;
  #greeting = false;
  #tries = 0;
  #lastId = 0;
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

  async act(actions: string[]): Promise<void> {
    await this.#ask({ type: 'act', seq: this.state.seq, actions }, 'act');
  }

  async undo(): Promise<void> {
    await this.#ask({ type: 'undo', seq: this.state.seq }, 'undo');
  }

  async answerTakeBack(agree: boolean): Promise<void> {
    await this.#ask({ type: 'answer_take_back', seq: this.state.seq, agree }, 'answer_take_back');
  }

  async why(action: string): Promise<Why> {
    return (await this.#ask({ type: 'why', action }, 'why')).data;
  }

  async odds(action: string): Promise<Odds> {
    return (await this.#ask({ type: 'odds', action }, 'odds')).data;
  }

  async threats(): Promise<Threats> {
    return (await this.#ask({ type: 'threats' }, 'threats')).data;
  }

  async hint(): Promise<Hint> {
    return (await this.#ask({ type: 'hint' }, 'hint')).data;
  }

  /** What a unit could do; on a gridless table also from another place than its own. Games tell it in their own way. */
  async look(unit: number, place?: { x: number; y: number; facing: number }): Promise<Look | null> {
    const { data } = await this.#ask({ type: 'look', unit, ...place }, 'look');
    return isLook(data) ? data : null;
  }

  #ask<T extends Answer['to']>(question: ToServer, to: T): Promise<AnswerTo<T>> {
    const id = ++this.#lastId;
    return new Promise((settle, fail) => {
      if (!this.#say({ ...question, id })) return fail(new CutOff());
      this.#waiting.set(id, { settle: (answer) => (isAnswerTo(answer, to) ? settle(answer) : fail(new CutOff())), fail });
    });
  }

  #say(message: ToServer): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  #hello(): void {
    this.#greeting = true;
    this.#say(greetingOf(this.state));
  }

  /** Forgets the steps, not what the screen shows, and asks for all of them. */
  #startOver(): void {
    this.state = { ...this.state, seq: 0, steps: [] };
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
    const applied = applyMessage(this.state, message, greeting);
    if (applied.what === 'gap') return this.#startOver();
    if (greeting) {
      this.#greeting = false;
      this.#tries = 0;
      this.line = 'open';
    }
    if (applied.what === 'state') this.state = applied.state;
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
    else this.#say({ type: 'ping' });
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
    const known = this.state.scene !== null;
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
