import * as z from 'zod/mini';
import { isPair, parseHeldName, type Held } from '../../army/pair.ts';
import { rfc3339 } from '../../kit/clock.ts';
import { isErrno } from '../../kit/errno.ts';
import type { Hold, Holds } from '../store.ts';
import { createWhole, namesIn, type Ground } from './ground.ts';

const holdSchema = z.object({
  since: z.iso.datetime({ offset: true }),
  by: z.enum(['person', 'guard']),
});

/**
 * `hold/{role}` and `hold/{a}+{b}`. The name alone holds: hooks test no more than that, and a file a
 * person made by hand counts as well. What is in it says since when, and by whom.
 */
export function holdFiles(ground: Ground): Holds {
  const { at, disk, clock } = ground;

  async function read(held: Held): Promise<Hold | undefined> {
    const stat = await disk.stat(at.hold(held));
    if (stat === undefined) return undefined;
    const said = await disk.read(at.hold(held), 1024).then(parse, () => undefined);
    const { since, by } = said ?? {
      since: rfc3339(stat.modifiedMs),
      by: isPair(held) ? 'guard' : 'person',
    };
    return { held, since, by };
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

    set(held, by) {
      const text = `${JSON.stringify({ since: rfc3339(clock.now()), by })}\n`;
      return createWhole(ground, at.hold(held), text, { sync: false });
    },

    async lift(held) {
      try {
        await disk.unlink(at.hold(held));
        return true;
      } catch (error) {
        if (isErrno(error, 'ENOENT')) return false;
        throw error;
      }
    },
  };
}

function parse(text: string): Pick<Hold, 'since' | 'by'> | undefined {
  try {
    const said = holdSchema.safeParse(JSON.parse(text));
    return said.success ? said.data : undefined;
  } catch {
    return undefined;
  }
}
