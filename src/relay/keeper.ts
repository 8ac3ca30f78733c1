import type { Clock } from '../kit/clock.ts';
import type { Seat } from '../store/store.ts';
import { LONGEST_PAUSE_MS } from './ladder.ts';

/** A process that waits for the end of this one, at no cost, and then runs `keepRelay`. */
export interface Keeper {
  identity: NonNullable<Seat['keeper']>;
  /** Ends it: the relay leaves in order. */
  release(): void;
}

/** `agent`: whose relay it keeps (`nameAgent`). `ended` is called once, when it ended before it was released. */
export type StartKeeper = (agent: string, ended: () => void) => Promise<Keeper | undefined>;

/**
 * One word for the life of an agent, as a keeper is given it. Not the seat of the relay: another relay
 * of the same agent may have cleared that away before the keeper looks.
 */
export function nameAgent({ agent }: Pick<Seat, 'agent'>): string | undefined {
  return agent.process && `${agent.process.pid}:${agent.process.start}`;
}

const FIRST_RESTART_MS = 1_000;

interface KeepingOptions {
  clock: Clock;
  start: StartKeeper;
  agent: string;
  /** Another keeper has taken the place of one that ended. */
  replaced: (identity: Keeper['identity']) => void;
}

/** Keeps one keeper alive as long as its relay lives: one that is killed has a successor. */
export function createKeeping({ clock, start, agent, replaced }: KeepingOptions) {
  let keeper: Keeper | undefined;
  let released = false;
  let restarts = 0;

  async function startOne(): Promise<Keeper | undefined> {
    const started = await start(agent, startLater).catch(() => undefined);
    if (started === undefined) startLater();
    if (released) started?.release();
    keeper = started;
    return started;
  }

  function startLater(): void {
    if (released) return;
    const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_RESTART_MS * 2 ** restarts);
    restarts += 1;
    clock.after(pauseMs, () => {
      if (released) return;
      void startOne().then((started) => started && replaced(started.identity));
    });
  }

  return {
    async start(): Promise<Keeper['identity'] | undefined> {
      return (await startOne())?.identity;
    },
    release(): void {
      released = true;
      keeper?.release();
    },
  };
}
