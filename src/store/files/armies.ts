import { isAbsolute, join } from 'node:path';
import * as z from 'zod/mini';
import { muxKinds } from '../../army/formation.ts';
import { roleSchema, sessionSchema } from '../../army/role.ts';
import { systemClock } from '../../kit/clock.ts';
import { type Disk, namesIn, nodeDisk, replaceFile } from '../../kit/disk.ts';
import { createIds } from '../../kit/id.ts';
import { withStoreErrors } from '../store-errors.ts';
import type { Armies, ArmyRecord } from '../store.ts';
import { ignoring } from './ground.ts';

const RECORD_BYTES = 65_536;
const path = z.string().check(z.refine((value) => isAbsolute(value) && !value.includes('\0')));

const recordDocument = z.lazy(() =>
  z.pipe(
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
  ),
);

const toDocument = ({ muxAddress, relayDir, startedAt, ...same }: ArmyRecord): object => ({
  ...same,
  mux_address: muxAddress,
  relay_dir: relayDir,
  started_at: startedAt,
});

/**
 * `{session}.json` in one directory of the user's. Each is replaced whole, so the last of two
 * records of one session wins. What is no record of ours is passed over.
 */
export function armyFiles(dir: string, disk: Disk = nodeDisk): Armies {
  const ids = createIds(systemClock);
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

  return withStoreErrors<Armies>(dir, {
    async list() {
      const records: ArmyRecord[] = [];
      for (const name of (await namesIn(disk, dir)).toSorted()) {
        const session = name.endsWith('.json') ? name.slice(0, -'.json'.length) : '';
        if (sessionSchema.safeParse(session).success) records.push(...(await read(session)));
      }
      return records;
    },

    async add(record) {
      const document = toDocument(record);
      // A record that could not be read back would be an army that cannot be dismissed.
      recordDocument.parse(document);
      await disk.mkdir(dir);
      const draft = join(dir, `.${ids.next()}.draft`);
      const text = `${JSON.stringify(document)}\n`;
      await replaceFile(disk, draft, fileOf(record.session), text, true);
    },

    async remove(session) {
      if (!sessionSchema.safeParse(session).success) return;
      await ignoring(['ENOENT', 'ENOTDIR'], () => disk.unlink(fileOf(session)));
    },
  });
}
