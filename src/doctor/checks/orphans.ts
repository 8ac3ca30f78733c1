import type { Check } from '../check.ts';
import type { Finding, Mended } from '../finding.ts';
import type { DoctorParts } from '../parts.ts';

/**
 * Agents and relays whose army was cleared away without them (Z20): nobody is on record for their relay
 * directory, and it is not there. One whose directory stands was started by hand, and is a person's; one
 * that lives in a multiplexer is still before somebody's eyes, and only its papers were lost.
 */
export const orphans: Check = {
  name: 'orphans',
  async look(parts) {
    return [...(await strays(parts))].map(([path, pids]): Finding => {
      const server = parts.army.processes.muxAbove(pids);
      if (server !== undefined) {
        return { code: 'orphans_hidden', severity: 'fault', data: { path, pids, server } };
      }
      const mend = (): Promise<Mended> => end(parts, path);
      return { code: 'orphans', severity: 'fault', data: { path, pids }, mend };
    });
  },
};

async function strays({ army, relays }: DoctorParts): Promise<Map<string, readonly number[]>> {
  const found = new Map<string, readonly number[]>();
  const running = await relays.running();
  if (running.size === 0) return found;
  // Before an army is entered its directory is there, and after it is removed: looked at in between.
  const known = new Set((await army.armies.list()).map(({ relayDir }) => relayDir));
  for (const [dir, pids] of running) {
    if (known.has(dir) || (await relays.look(dir)).present) continue;
    found.set(dir, pids);
  }
  return found;
}

/** Found anew, with nobody starting or ending an army; each is ended by its pid and its start. */
const end = (parts: DoctorParts, dir: string): Promise<Mended> =>
  parts.army.alone(async (): Promise<Mended> => {
    const pids = (await strays(parts)).get(dir);
    if (pids === undefined || parts.army.processes.muxAbove(pids) !== undefined) {
      return { done: false, why: 'changed' };
    }
    const left = await parts.army.processes.end(pids);
    return left.length === 0 ? { done: true } : { done: false, why: 'failed' };
  });
