import type { Doorbell, Nudge, RingOutcome } from '../../src/agent/agent.ts';
import { mockAgent } from '../../src/agent/mock.ts';
import { overlordFormation } from '../../src/army/overlord.ts';
import { common as en } from '../../src/i18n/en/common.ts';
import type { Clock } from '../../src/kit/clock.ts';
import type { Panes } from '../../src/mux/mux.ts';
import type { Alert } from '../../src/relay/alert.ts';
import { startRelay, type Relay, type RelayParts } from '../../src/relay/relay.ts';
import { openMemoryStore, sharedMemory } from './memory-store.ts';
import type { Seat, Store } from '../../src/store/store.ts';
import { mortality, seatOf } from './backends.ts';
import { fakeClock, type FakeClock } from './time.ts';
import { settle } from './settle.ts';

/** A doorbell that only remembers; `answer` says what it reports. */
export interface RecordingDoorbell extends Doorbell {
  queues?: boolean;
  rings: Nudge[];
  answer: () => Promise<RingOutcome>;
}

export function recordingDoorbell(name = 'native'): RecordingDoorbell {
  const bell: RecordingDoorbell = {
    name,
    rings: [],
    answer: async () => ({ sent: true }),
    ring(nudge) {
      bell.rings.push(nudge);
      return bell.answer();
    },
  };
  return bell;
}

export interface Member {
  relay: Relay;
  bell: RecordingDoorbell;
  pid: number;
  /** SIGKILL: it does nothing any more, and nothing is tidied up. */
  die(): void;
}

/** An army of relays in one process, on shared memory and a clock that stands still. */
export function memoryArmy(clock: FakeClock = fakeClock(), panes?: Panes) {
  const shared = sharedMemory();
  const { isAlive, kill } = mortality();
  const logged: string[] = [];
  /** The alerts of every relay. */
  const told: Alert[] = [];
  let pids = 100;
  const outside: Store = openMemoryStore(shared, { clock, isAlive });

  async function join(
    role: string,
    seat: Partial<Seat> = {},
    {
      deaf = false,
      ...more
    }: { deaf?: boolean } & Pick<RelayParts, 'letOthersRun' | 'followAgent'> = {},
  ): Promise<Member> {
    pids += 1;
    const pid = pids;
    const life = { dead: false };
    const hearing = mortal(openMemoryStore(shared, { clock, isAlive }), life);
    const unheard = { hearing: false, rearm: async () => undefined, close: () => undefined };
    const store: Store = deaf ? { ...hearing, watch: () => unheard } : hearing;
    await store.init(overlordFormation);
    const bell = recordingDoorbell();
    const relay = await startRelay({
      store,
      clock: mortalClock(clock, life),
      log: (line) => logged.push(line),
      formation: overlordFormation,
      role,
      seat: { ...seatOf(pid), readyAt: '2026-11-15T12:00:00.000Z', ...seat },
      agentOf: () => mockAgent,
      panes,
      nativeDoorbells: [bell],
      nudgeText: en.nudge,
      notify: (alert) => told.push(alert),
      agentGone: () => true,
      ...more,
    });
    await settle();
    const die = (): void => {
      life.dead = true;
      kill(pid);
    };
    return { relay, bell, pid, die };
  }

  return { clock, shared, outside, join, kill, logged, told };
}

/** Time passes in steps, with everything that follows from each. */
export async function pass(clock: FakeClock, ms: number): Promise<void> {
  const end = clock.monotonic() + ms;
  for (;;) {
    await settle();
    const next = Math.min(...clock.pending().filter((delay) => delay > 0), end - clock.monotonic());
    if (clock.monotonic() >= end) return;
    clock.advance(Math.max(1, Math.min(next, end - clock.monotonic())));
  }
}

const never = (): Promise<never> => new Promise(() => undefined);

/** The same object for a process that may die: afterwards no call ever returns. */
export function mortal<T extends object>(target: T, life: { dead: boolean }): T {
  return new Proxy(target, {
    get(object, key) {
      const value: unknown = Reflect.get(object, key);
      if (typeof value === 'object' && value !== null) return mortal(value, life);
      if (typeof value !== 'function' || key === 'watch') return value;
      return (...args: unknown[]) => (life.dead ? never() : Reflect.apply(value, object, args));
    },
  });
}

function mortalClock(clock: Clock, life: { dead: boolean }): Clock {
  return {
    ...clock,
    after: (ms, call) => clock.after(ms, () => (life.dead ? undefined : call())),
  };
}
