import { namesIn } from '../../kit/disk.ts';
import * as z from 'zod/mini';
import { roleSchema } from '../../army/role.ts';
import { isPair, parseHeldName, type Held } from '../../army/pair.ts';
import { rfc3339 } from '../../kit/clock.ts';
import type { Hold, Holds } from '../store.ts';
import { readDocument } from './document.ts';
import { createWhole, ignoring, replaceWhole, type Ground } from './ground.ts';

const holdSchema = z.lazy(() =>
  z.object({
    since: z.iso.datetime({ offset: true }),
    by: z.enum(['person', 'guard']),
    until: z.optional(z.iso.datetime({ offset: true })),
    interrupted: z.optional(z.array(roleSchema)),
  }),
);

/**
 * `hold/{role}`, `hold/all` and `hold/{a}+{b}`. The name alone holds: hooks test no more than that, and a file a
 * person made by hand counts as well. What is in it says since when, by whom, and until when.
 */
export function holdFiles(ground: Ground): Holds {
  const { at, disk, clock } = ground;

  async function read(held: Held): Promise<Hold | undefined> {
    const stat = await disk.stat(at.hold(held));
    if (stat === undefined) return undefined;
    const said = await readDocument(disk, at.hold(held), holdSchema, 1024).catch(() => undefined);
    if (typeof said === 'object') {
      const { since, by, until, interrupted } = said;
      return {
        held,
        since,
        by,
        ...(until !== undefined && { until }),
        ...(interrupted !== undefined && { interrupted }),
      };
    }
    return { held, since: rfc3339(stat.modifiedMs), by: isPair(held) ? 'guard' : 'person' };
  }

  return {
    async list() {
      const holds: Hold[] = [];
      for (const name of (await namesIn(disk, at.holdDir)).sort()) {
        const held = parseHeldName(name);
        const hold = held === undefined ? undefined : await read(held);
        if (hold !== undefined) holds.push(hold);
      }
      return holds;
    },

    set(held, by, until) {
      const said = { since: rfc3339(clock.now()), by, ...(until !== undefined && { until }) };
      const text = `${JSON.stringify(said)}\n`;
      return createWhole(ground, at.hold(held), text, { sync: false });
    },

    async noteInterrupted(held, roles) {
      const hold = await read(held);
      if (hold === undefined) return;
      const { held: _name, ...said } = hold;
      const interrupted = [...new Set([...(hold.interrupted ?? []), ...roles])];
      await replaceWhole(ground, at.hold(held), `${JSON.stringify({ ...said, interrupted })}\n`);
    },

    lift: (held) => ignoring(['ENOENT'], () => disk.unlink(at.hold(held))),
  };
}
