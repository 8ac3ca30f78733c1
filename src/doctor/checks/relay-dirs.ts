import type { Check } from '../check.ts';
import type { Finding } from '../finding.ts';
import type { DoctorParts, RelayDir } from '../parts.ts';

/** What lies in the relay directories: of armies, and of nobody any more. */
export const relayDirs: Check = {
  name: 'relay-dirs',
  async look(parts) {
    const records = await parts.army.armies.list();
    const known = new Map(records.map(({ relayDir, session }) => [relayDir, session]));
    const dirs = new Map((await parts.relays.dirs()).map(({ dir, session }) => [dir, session]));
    for (const [dir, session] of known) dirs.set(dir, session);
    const found: Finding[] = [];
    for (const [dir, session] of dirs) {
      found.push(...(await lookInto(parts, { dir, session }, known.has(dir))));
    }
    return found;
  },
};

async function lookInto(
  { army, relays }: DoctorParts,
  { dir, session }: RelayDir,
  registered: boolean,
): Promise<Finding[]> {
  const seen = await relays.look(dir);
  if (!seen.present) return [];
  const found: Finding[] = [];
  if (typeof seen.formation === 'object') {
    const data = seen.formation;
    found.push({ code: 'relay_formation_broken', severity: 'fault', data });
  }
  const [path, ...more] = seen.links;
  if (path !== undefined) {
    found.push({ code: 'relay_link', severity: 'fault', data: { path, more: more.length } });
  }
  if (seen.quarantined > 0) {
    const data = { path: `${dir}/bad`, count: seen.quarantined };
    found.push({ code: 'quarantined', severity: 'warning', data });
  }
  if (seen.tornLines > 0) {
    const data = { path: `${dir}/journal.jsonl`, count: seen.tornLines };
    found.push({ code: 'journal_torn', severity: 'note', data });
  }
  const abandoned = !registered && (await army.processes.ofArmy(dir)).length === 0;
  if (abandoned) found.push({ code: 'relay_left', severity: 'note', data: { path: dir, session } });
  return found;
}
