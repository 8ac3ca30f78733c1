import { join } from 'node:path';
import { sessionSchema } from '../army/role.ts';
import { DEFAULT_SESSION } from '../config/env.ts';
import type { RelayDir, RelayDirs } from '../doctor/parts.ts';
import { listBelow, namesIn } from '../kit/survey.ts';
import type { ArmyParts } from '../summon/parts.ts';
import { runningRelayDirs } from './processes.ts';

/** What only the store knows of a relay directory. */
interface StoreCare extends Pick<RelayDirs, 'inspect' | 'finishCleanup'> {
  /** What clean-ups of that relay directory left beside it. */
  cleanupsOf: (dir: string, now: number) => readonly string[];
}

/** The relay directories under the user's own folder (`~/.config/ovld`). */
export function openRelayDirs(
  army: Pick<ArmyParts, 'armies' | 'clock' | 'processes' | 'relayDir'>,
  own: string | undefined,
  { cleanupsOf, ...store }: StoreCare,
): RelayDirs {
  /** Every session that has, or had, a relay directory here. */
  function listSessions(): RelayDir[] {
    if (own === undefined) return [];
    const named = namesIn(join(own, 'sessions')).filter(
      (name) => sessionSchema.safeParse(name).success && name !== DEFAULT_SESSION,
    );
    return [DEFAULT_SESSION, ...named].map((session) => ({ session, dir: army.relayDir(session) }));
  }

  /** Never the relay directory of another home. */
  function isOwn(dir: string): boolean {
    const [, session = DEFAULT_SESSION] = /\/sessions\/([^/]+)\/relay$/.exec(dir) ?? [];
    return own !== undefined && dir.startsWith(`${own}/`) && army.relayDir(session) === dir;
  }

  return {
    ...store,
    list: async () => listSessions().filter(({ dir }) => namesIn(dir).length > 0),
    lastWriteMs,
    async interruptedCleanups() {
      const known = await army.armies.list();
      const all = new Map(known.map(({ session, relayDir }) => [relayDir, session]));
      for (const { session, dir } of listSessions()) all.set(dir, all.get(dir) ?? session);
      return [...all].flatMap(([dir, session]) =>
        cleanupsOf(dir, army.clock.now()).map((path) => ({ session, dir, path })),
      );
    },
    async brokenRecords(known) {
      if (own === undefined) return [];
      const fine = new Set(known.map(({ session }) => `${session}.json`));
      const dir = join(own, 'armies');
      return namesIn(dir).flatMap((name) =>
        name.endsWith('.json') && !name.startsWith('.') && !fine.has(name) ? [join(dir, name)] : [],
      );
    },
    async running() {
      const found = new Map<string, readonly number[]>();
      for (const dir of [...runningRelayDirs()].filter(isOwn)) {
        const pids = await army.processes.ofArmy(dir);
        if (pids.length > 0) found.set(dir, pids);
      }
      return found;
    },
  };
}

const MOST_ENTRIES = 2_000;

/** By the files relays and agents write: the journal, the observed states, the seats. */
function lastWriteMs(dir: string): number | undefined {
  let last: number | undefined;
  for (const place of ['journal.jsonl', 'state', 'agents']) {
    for (const { kind, modifiedMs } of listBelow(join(dir, place), MOST_ENTRIES).entries) {
      // A directory also changes when another process tidies it.
      if (kind === 'file') last = Math.max(last ?? 0, modifiedMs);
    }
  }
  return last;
}
