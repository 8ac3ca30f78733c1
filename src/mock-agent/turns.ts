/** One turn after the other; what is submitted during one waits for its end. */
export interface Turns {
  begin(what: string, work: (signal: AbortSignal) => Promise<void>): void;
  /** Ends the turn that runs; those that wait go on. False where none runs. */
  cancel(): boolean;
  /** Ends the one that runs; the others never begin. */
  close(): void;
  readonly busy: boolean;
  readonly queued: number;
}

export interface TurnEvents {
  began(what: string): void;
  ended(what: string, how: 'done' | 'cancelled' | 'failed', error?: unknown): void;
}

export function openTurns(events: TurnEvents): Turns {
  const waiting: { what: string; work: (signal: AbortSignal) => Promise<void> }[] = [];
  let running: AbortController | undefined;
  let active = false;

  async function run(): Promise<void> {
    active = true;
    for (let turn = waiting.shift(); turn !== undefined; turn = waiting.shift()) {
      const { what, work } = turn;
      const ending = new AbortController();
      running = ending;
      events.began(what);
      let failure: unknown;
      try {
        await work(ending.signal);
      } catch (error) {
        failure = error;
      }
      running = undefined;
      const how = ending.signal.aborted ? 'cancelled' : failure === undefined ? 'done' : 'failed';
      events.ended(what, how, failure);
    }
    active = false;
  }

  return {
    begin(what, work) {
      waiting.push({ what, work });
      if (!active) void run();
    },
    cancel() {
      running?.abort();
      return running !== undefined;
    },
    close() {
      waiting.length = 0;
      running?.abort();
    },
    get busy() {
      return running !== undefined;
    },
    get queued() {
      return waiting.length;
    },
  };
}
