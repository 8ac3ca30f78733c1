import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Role } from '../army/role.ts';
import { nodeDisk, type DirWatch } from '../kit/disk.ts';
import { isErrno } from '../kit/errno.ts';

const eventSchema = z.union([
  z.object({ paste: z.string() }),
  z.object({ press: z.literal('Enter') }),
]);

const PANE_BYTES = 1_048_576;

export const paneFile = (dir: string, role: Role): string => join(dir, `${role}.jsonl`);

/** Every line that was sent off with Enter in a role's pane, once, as an agent in it would get it. */
export function watchPanes(
  dir: string,
  roles: readonly Role[],
  submitted: (role: Role, line: string) => void,
): DirWatch {
  const heard = new Map<Role, number>();

  async function look(role: Role): Promise<void> {
    const lines = linesOf(await readPane(paneFile(dir, role)));
    const fresh = lines.slice(heard.get(role) ?? 0);
    heard.set(role, lines.length);
    for (const line of fresh) submitted(role, line);
  }

  return nodeDisk.watch(dir, (name) => {
    for (const role of roles) {
      // A look that fails is made up for: an unanswered nudge is rung again, and that is a change.
      if (name === null || name === `${role}.jsonl`) look(role).catch(() => undefined);
    }
  });
}

async function readPane(path: string): Promise<string> {
  try {
    return await nodeDisk.read(path, PANE_BYTES);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return '';
    throw error;
  }
}

export function linesOf(text: string): string[] {
  const lines: string[] = [];
  let composer = '';
  for (const line of text.split('\n')) {
    const event = eventSchema.safeParse(parsed(line)).data;
    if (event === undefined) continue;
    if ('paste' in event) {
      composer += event.paste;
    } else {
      lines.push(composer);
      composer = '';
    }
  }
  return lines;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
