import { isAbsolute, join } from 'node:path';
import * as z from 'zod/mini';
import { muxKinds } from '../../army/formation.ts';
import { roleSchema, sessionSchema } from '../../army/role.ts';
import { systemClock } from '../../kit/clock.ts';
import { nodeDisk, type Disk } from '../../kit/disk.ts';
import { createIds } from '../../kit/id.ts';
import type { Armies, ArmyRecord } from '../store.ts';
import { ignoring, namesIn, storeCall } from './ground.ts';
import { layout } from './layout.ts';

const RECORD_BYTES = 65_536;
const path = z.string().check(z.refine((value) => isAbsolute(value) && !value.includes('\0')));

const recordDocument = z.pipe(
  z.object({
    session: sessionSchema,
    folder: path,
    formation: roleSchema,
    mux: z.enum(muxKinds),
    mux_address: z.optional(z.string()),
    life: z.optional(z.string()),
    relay_dir: path,
    started_at: z.iso.datetime({ offset: true }),
  }),
  z.transform(({ mux_address, life, relay_dir, started_at, ...same }): ArmyRecord => ({
    ...same,
    ...(mux_address !== undefined && { muxAddress: mux_address }),
    ...(life !== undefined && { life }),
    relayDir: relay_dir,
    startedAt: started_at,
  })),
);

const toDocument = ({ muxAddress, relayDir, startedAt, ...same }: ArmyRecord): object => ({
  ...same,
  mux_address: muxAddress,
  relay_dir: relayDir,
  started_at: startedAt,
});

/**
 * `{session}.json` in one directory of the user's. Each is replaced whole, so the last of two who
 * enter the same session wins. What is no record of ours is nobody's army: it is passed over.
 */
export function armyFiles(dir: string, disk: Disk = nodeDisk): Armies {
  const ids = createIds(systemClock);
  const at = layout(dir);
  const fileOf = (session: string): string => join(dir, `${session}.json`);

  async function read(session: string): Promise<ArmyRecord[]> {
    try {
      const text = await disk.read(fileOf(session), RECORD_BYTES);
      const record = recordDocument.parse(JSON.parse(text));
      return record.session === session ? [record] : [];
    } catch {
      return [];
    }
  }

  return {
    list: () =>
      storeCall({ at }, async () => {
        const records: ArmyRecord[] = [];
        for (const name of (await namesIn(disk, dir)).toSorted()) {
          const session = name.endsWith('.json') ? name.slice(0, -'.json'.length) : '';
          if (sessionSchema.safeParse(session).success) records.push(...(await read(session)));
        }
        return records;
      }),

    enter: (record) =>
      storeCall({ at }, async () => {
        const document = toDocument(record);
        // A record that could not be read back would be an army nobody can dismiss.
        recordDocument.parse(document);
        await disk.mkdir(dir);
        const draft = join(dir, `.${ids.next()}.draft`);
        await disk.writeNew(draft, `${JSON.stringify(document)}\n`, { sync: true });
        try {
          await disk.rename(draft, fileOf(record.session));
        } catch (error) {
          await disk.unlink(draft).catch(() => undefined);
          throw error;
        }
      }),

    remove: (session) =>
      storeCall({ at }, async () => {
        if (!sessionSchema.safeParse(session).success) return;
        await ignoring(['ENOENT', 'ENOTDIR'], () => disk.unlink(fileOf(session)));
      }),
  };
}
