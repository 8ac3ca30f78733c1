import { dirname, join } from 'node:path';
import { sessionSchema } from '../army/role.ts';
import { DEFAULT_SESSION } from '../config/env.ts';
import type { Leaving, RelayCare, RelayDir } from '../doctor/parts.ts';
import { runningProcesses } from '../kit/processes.ts';
import { below, namesIn } from '../kit/survey.ts';
import { inspectRelayDir, leavingsOf } from '../store/files/inspect.ts';
import { openStore } from '../store/open.ts';
import type { ArmyParts } from '../summon/parts.ts';

/** The relay directories under the user's own folder, and what is left of some. */
export function relayCare(army: ArmyParts, own: string | undefined): RelayCare {
  /** Every session that has, or had, a place here. */
  function sessions(): RelayDir[] {
    if (own === undefined) return [];
    const named = namesIn(join(own, 'sessions')).filter(
      (name) => sessionSchema.safeParse(name).success && name !== DEFAULT_SESSION,
    );
    return [DEFAULT_SESSION, ...named].map((session) => ({ session, dir: army.relayDir(session) }));
  }

  async function leavings(): Promise<Leaving[]> {
    const known = await army.armies.list();
    const all = new Map(known.map(({ session, relayDir }) => [relayDir, session]));
    for (const { session, dir } of sessions()) all.set(dir, all.get(dir) ?? session);
    return [...all].flatMap(([dir, session]) =>
      leavingsOf(dir, army.clock.now()).map((path) => ({ session, dir, path })),
    );
  }

  return {
    dirs: async () => sessions().filter(({ dir }) => namesIn(dir).length > 0),
    look: (dir) => inspectRelayDir(dir),
    touchedAt,
    leavings,
    async save({ session, dir, path }) {
      const past = await openStore({ kind: 'files', dir: path });
      const formation = await past.formation().catch(() => undefined);
      // By the store it was: another would not know what of it to keep.
      const store = await army.openStore(dir, formation ?? { store: 'files', folder: undefined });
      return store.finishCleanup(army.historyDir(session));
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
      for (const dir of runningDirs(army, own)) {
        const pids = await army.processes.ofArmy(dir);
        if (pids.length > 0) found.set(dir, pids);
      }
      return found;
    },
  };
}

const MOST = 2_000;

/** By what relays and agents write there: the journal, what state they are in, who sits where. */
function touchedAt(dir: string): number | undefined {
  let last: number | undefined;
  for (const place of ['journal.jsonl', 'state', 'agents']) {
    for (const { kind, modifiedMs } of below(join(dir, place), MOST).entries) {
      // A directory changes with whatever is tidied away in it, whoever does that.
      if (kind === 'file') last = Math.max(last ?? 0, modifiedMs);
    }
  }
  return last;
}

const VARIABLE = 'OVLD_RELAY_DIR=';

/** For which relay directories of this user's something runs; never those of another home. */
function runningDirs(army: ArmyParts, own: string | undefined): Set<string> {
  const dirs = new Set<string>();
  if (own === undefined) return dirs;
  for (const { argv, env } of runningProcesses()) {
    const config = argv.find((_, i) => argv[i - 1] === '--mcp-config');
    const named =
      config === undefined
        ? argv.at(-1) === 'relay' &&
          env()
            .find((one) => one.startsWith(VARIABLE))
            ?.slice(VARIABLE.length)
        : dirname(dirname(config));
    if (!named || !named.startsWith(`${own}/`)) continue;
    const [, session = DEFAULT_SESSION] = /\/sessions\/([^/]+)\/relay$/.exec(named) ?? [];
    if (army.relayDir(session) === named) dirs.add(named);
  }
  return dirs;
}
