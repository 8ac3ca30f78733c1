import type { Check } from '../check.ts';
import { finding, notFixed, type FixOutcome } from '../finding.ts';
import type { DoctorParts } from '../parts.ts';

/**
 * Agents and relays whose army was cleared away without them (Z20): their relay directory is on no record
 * and does not exist. Processes whose directory exists were started by hand, and are a person's; processes
 * inside a multiplexer are still in view, and only their record was lost.
 */
export const orphans: Check = {
  name: 'orphans',
  async look(parts) {
    return [...(await findOrphans(parts))].map(([path, pids]) => {
      const server = parts.army.processes.muxAbove(pids);
      return server === undefined
        ? finding('orphans', 'fault', { path, pids }, () => endOrphans(parts, path))
        : finding('orphans_hidden', 'fault', { path, pids, server });
    });
  },
};

async function findOrphans({
  army,
  relayDirs,
}: DoctorParts): Promise<Map<string, readonly number[]>> {
  const found = new Map<string, readonly number[]>();
  const running = await relayDirs.running();
  if (running.size === 0) return found;
  // Before an army is entered its directory is there, and after it is removed: looked at in between.
  const known = new Set((await army.armies.list()).map(({ relayDir }) => relayDir));
  for (const [dir, pids] of running) {
    if (known.has(dir) || (await relayDirs.inspect(dir)).present) continue;
    found.set(dir, pids);
  }
  return found;
}

/** Found anew while no other command starts or ends an army; each is ended by its pid and its start. */
const endOrphans = (parts: DoctorParts, dir: string): Promise<FixOutcome> =>
  parts.army.alone(async () => {
    const { processes } = parts.army;
    const pids = (await findOrphans(parts)).get(dir);
    if (pids === undefined || processes.muxAbove(pids) !== undefined) return notFixed('changed');
    const left = await processes.end(pids);
    return left.length === 0 ? { done: true } : notFixed('failed');
  });
