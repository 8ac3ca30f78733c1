import type { Check } from '../check.ts';
import { finding, type Finding } from '../finding.ts';
import type { DoctorParts, RelayDir } from '../parts.ts';

/** The contents of the relay directories, of armies on record and of others. */
export const relayDirs: Check = {
  name: 'relay-dirs',
  async look(parts) {
    const records = await parts.army.armies.list();
    const known = new Map(records.map(({ relayDir, session }) => [relayDir, session]));
    const dirs = new Map((await parts.relayDirs.list()).map(({ dir, session }) => [dir, session]));
    for (const [dir, session] of known) dirs.set(dir, session);
    const found: Finding[] = [];
    for (const [dir, session] of dirs) {
      found.push(...(await lookInto(parts, { dir, session }, known.has(dir))));
    }
    return found;
  },
};

async function lookInto(
  parts: DoctorParts,
  { dir, session }: RelayDir,
  registered: boolean,
): Promise<Finding[]> {
  const seen = await parts.relayDirs.inspect(dir);
  if (!seen.present) return [];
  const { formation, quarantined, tornLines } = seen;
  const [path, ...more] = seen.links;
  const isLeft = !registered && (await parts.army.processes.ofArmy(dir)).length === 0;
  const found = [
    typeof formation === 'object' && finding('relay_formation_broken', 'fault', formation),
    path !== undefined && finding('relay_link', 'fault', { path, more: more.length }),
    quarantined > 0 &&
      finding('quarantined', 'warning', { path: `${dir}/bad`, count: quarantined }),
    tornLines > 0 &&
      finding('journal_torn', 'note', { path: `${dir}/journal.jsonl`, count: tornLines }),
    isLeft && finding('relay_left', 'note', { path: dir, session }),
  ];
  return found.filter((one) => one !== false);
}
