import type { Random } from './faults-random.ts';
import { openWire, relayCommandOf, type Wire } from './faults-wire.ts';

/** What one role is going to send; `key` is in the subject and finds the letter again. */
export interface StormLetter {
  key: string;
  from: string;
  to: string;
  subject: string;
  body: string;
  priority: 'normal' | 'urgent';
}

export interface Receipt extends StormLetter {
  id: string;
  redelivered?: number;
}

/** What the clients know, and nothing the relays could have told each other. */
export interface Ledger {
  /** Sends answered with `delivered: true`. */
  acknowledged: Map<string, StormLetter>;
  /** Every time a client got a message, in the order it happened. */
  receipts: Receipt[];
  /** Handed to a client whose relay was killed before the client spoke again. */
  owed: Set<string>;
  kills: { kind: KillKind; sends: number; checks: number }[];
  /** Sends whose relay was killed before it answered; they are sent again. */
  unanswered: number;
  torn: number;
  problems: string[];
}

/**
 * When a relay is killed: with sends in flight, with a check_inbox in flight, after the reply to a
 * check_inbox and before the next request, or while it starts.
 */
export type KillKind = 'sending' | 'collecting' | 'between' | 'newborn';

export interface Kill {
  /** How many sends of the role must have been answered before. */
  after: number;
  kind: KillKind;
}

interface PlayerOptions {
  role: string;
  dir: string;
  letters: StormLetter[];
  kills: Kill[];
  ledger: Ledger;
  random: Random;
  /** One more letter, of the role to itself. */
  oneMore(): StormLetter;
  /** True while there is a reason to look into the inbox. */
  goOn(): boolean;
}

type Pending =
  | { kind: 'send'; letter: StormLetter }
  | { kind: 'check'; alone: boolean }
  | { kind: 'hello'; next: () => void };

const IN_FLIGHT = 8;

/** One agent: it sends its letters, eight at a time, and looks into its inbox all the while. */
export function createPlayer(options: PlayerOptions) {
  const { role, ledger, random } = options;
  const queue = [...options.letters];
  const kills = [...options.kills];
  const pending = new Map<number, Pending>();
  let state: 'starting' | 'open' | 'quiet' | 'dying' | 'ended' = 'ended';
  let wire: Wire;
  let ids = 0;
  let answered = 0;
  /** The next life is to be killed while it starts. */
  let doomed = false;
  /** There is a letter in our inbox for the quiet check_inbox to find. */
  let laid = false;
  let lastPage = { messages: 0, remaining: 0 };
  const count = (kind: Pending['kind']): number =>
    [...pending.values()].filter((one) => one.kind === kind).length;

  function start(): void {
    state = 'starting';
    wire = openWire(relayCommandOf(options.dir, role), hear);
    void wire.closed.then(buried);
    const clientInfo = { name: 'storm', version: '1' };
    const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
    ask('initialize', hello, {
      kind: 'hello',
      next: () => {
        wire.post({ method: 'notifications/initialized', params: {} });
        ask('tools/list', {}, { kind: 'hello', next: () => (state = 'open') });
      },
    });
  }

  function ask(method: string, params: object, what: Pending): void {
    ids += 1;
    pending.set(ids, what);
    wire.post({ id: ids, method, params });
  }

  /** Alone: nothing else is under way that could pass for the word after the reply. */
  const check = (): void => {
    const alone = pending.size === 0;
    ask('tools/call', { name: 'check_inbox', arguments: {} }, { kind: 'check', alone });
  };

  function send(letter: StormLetter): void {
    const { to, subject, body, priority } = letter;
    const args = { to, subject, body, priority };
    ask('tools/call', { name: 'send_message', arguments: args }, { kind: 'send', letter });
  }

  function hear(line: string): void {
    const { id, result, error } = JSON.parse(line) as {
      id: number;
      result?: { isError?: boolean; structuredContent?: Record<string, unknown> };
      error?: unknown;
    };
    const asked = pending.get(id);
    if (asked === undefined || result === undefined || result.isError === true) {
      ledger.problems.push(`${role} heard ${line.slice(0, 300)} ${JSON.stringify(error ?? '')}`);
    }
    pending.delete(id);
    const data = result?.structuredContent ?? {};
    if (asked?.kind === 'hello') asked.next();
    if (asked?.kind === 'send') sent(asked.letter, data);
    if (asked?.kind === 'check') collected(data, asked.alone);
    if (state === 'open') considerKilling();
    pump();
  }

  function sent(letter: StormLetter, data: Record<string, unknown>): void {
    if (data['delivered'] !== true) return;
    answered += 1;
    ledger.acknowledged.set(String(data['id']), letter);
  }

  function collected(data: Record<string, unknown>, alone: boolean): void {
    const messages = (data['messages'] ?? []) as (Receipt & { timestamp: string })[];
    lastPage = { messages: messages.length, remaining: Number(data['remaining']) };
    for (const message of messages) {
      ledger.receipts.push({ ...message, key: message.subject.split(' ')[0] ?? '' });
    }
    if (state !== 'quiet' || !alone) return;
    laid = false;
    if (messages.length === 0) return;
    for (const { id } of messages) ledger.owed.add(id);
    kill('between');
  }

  function considerKilling(): void {
    const [next] = kills;
    if (next === undefined || answered < next.after) return;
    kills.shift();
    if (next.kind === 'between') {
      state = 'quiet';
      laid = false;
      return;
    }
    pump();
    if (next.kind === 'collecting' && count('check') === 0) check();
    if (next.kind === 'newborn') doomed = true;
    killIn(random.below(4), next.kind === 'newborn' ? 'sending' : next.kind);
  }

  function killIn(ms: number, kind: KillKind): void {
    const life = wire;
    setTimeout(() => life === wire && kill(kind), ms);
  }

  function kill(kind: KillKind): void {
    if (state === 'ended' || state === 'dying') return;
    ledger.kills.push({ kind, sends: count('send'), checks: count('check') });
    wire.kill('SIGKILL');
    state = 'dying';
  }

  /** Its end: what was not answered is sent again, by the relay's next life. */
  function buried({ torn }: { torn: string }): void {
    if (state !== 'dying') {
      if (state !== 'ended') ledger.problems.push(`${role} ended by itself: ${wire.stderr()}`);
      state = 'ended';
      return;
    }
    if (torn !== '') ledger.torn += 1;
    for (const lost of pending.values()) {
      if (lost.kind !== 'send') continue;
      ledger.unanswered += 1;
      queue.unshift(lost.letter);
    }
    pending.clear();
    start();
    if (doomed) killIn(random.below(150), 'newborn');
    doomed = false;
  }

  function pump(): void {
    if (state === 'quiet' && pending.size === 0) {
      if (laid) check();
      else send(options.oneMore());
      laid = true;
    }
    if (state !== 'open') return;
    while (queue.length > 0 && count('send') < IN_FLIGHT) send(queue.shift()!);
    if (count('check') === 0 && options.goOn()) check();
  }

  return {
    role,
    start,
    /** Everything sent and answered, every kill done. */
    spent: (): boolean =>
      state === 'open' && queue.length === 0 && kills.length === 0 && count('send') === 0,
    idle: (): boolean => pending.size === 0,
    lastPage: () => lastPage,
    check,
    describe: (): string =>
      `${role}: ${state}, ${queue.length} to send, ${pending.size} pending, ${kills.length} kills left`,
    /** As an agent that exits does. */
    end(): Promise<{ code: number | null }> {
      state = 'ended';
      wire.end();
      return wire.closed;
    },
  };
}

export type Player = ReturnType<typeof createPlayer>;
