type Work = (signal: AbortSignal) => Promise<void>;

interface TurnEvents {
  began(what: string): void;
  ended(what: string, how: 'done' | 'cancelled' | 'failed', error?: unknown): void;
}

/** One turn after the other; what is submitted during one waits for its end. */
export function openTurns(events: TurnEvents) {
  const waiting: { what: string; work: Work }[] = [];
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
    begin(what: string, work: Work): void {
      waiting.push({ what, work });
      if (!active) void run();
    },
    /** Ends the turn that runs; those that wait go on. False where none runs. */
    cancel(): boolean {
      running?.abort();
      return running !== undefined;
    },
    /** Ends the one that runs; the others never begin. */
    close(): void {
      waiting.length = 0;
      running?.abort();
    },
    get busy(): boolean {
      return running !== undefined;
    },
    get queued(): number {
      return waiting.length;
    },
  };
}
