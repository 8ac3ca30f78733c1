import { join } from 'node:path';
import * as z from 'zod/mini';
import { UnfitFile, type Disk } from '../../kit/disk.ts';
import { isErrno } from '../../kit/errno.ts';
import { knowledgeSchema } from '../../work/knowledge.ts';
import { isBroken, type Documents } from './documents.ts';
import { ARCHIVE, EVALUATIONS, finishedTasks, KNOWLEDGE, NUMBERS } from './places.ts';

const count = z._default(z.int().check(z.minimum(0)), 0);
const numbersSchema = z.object({
  /** One more with every change. */
  revision: count,
  command: count,
  task: count,
  pattern: count,
  lesson: count,
});

/** The highest number of each kind that was ever given out. */
export type Numbers = z.infer<typeof numbersSchema>;

export async function readNumbers(
  disk: Disk,
  root: string,
): Promise<{ text: string; numbers: Numbers } | undefined> {
  try {
    const text = await disk.read(join(root, NUMBERS), 4096);
    return { text, numbers: z.parse(numbersSchema, JSON.parse(text)) };
  } catch (error) {
    if (isErrno(error, 'ENOENT') || error instanceof SyntaxError) return undefined;
    if (error instanceof UnfitFile || error instanceof z.core.$ZodError) return undefined;
    throw error;
  }
}

export const highest = (ids: Iterable<string>, prefix: string): number => {
  let most = 0;
  for (const id of ids) {
    const digits = id.startsWith(`${prefix}_`) ? id.slice(prefix.length + 1) : '';
    if (/^\d{1,9}$/.test(digits)) most = Math.max(most, Number(digits));
  }
  return most;
};

/**
 * Where the numbers were lost, or are not here yet: every name there is, looked at once. Evaluations come
 * with the project, so a fresh clone does not give their tasks' numbers out again.
 */
export async function countedAnew(documents: Documents): Promise<Numbers> {
  const commands = await documents.folders(ARCHIVE);
  let task = await tasksEvaluated(documents);
  for (const command of commands) {
    task = Math.max(task, highest(await documents.names(finishedTasks(command)), 'subtask'));
  }
  return {
    revision: 0,
    command: highest(commands, 'cmd'),
    task,
    ...(await knowledgeCounted(documents)),
  };
}

export const tasksEvaluated = async (documents: Documents): Promise<number> =>
  highest(await documents.names(EVALUATIONS), 'eval_subtask');

export async function knowledgeCounted(
  documents: Documents,
): Promise<Pick<Numbers, 'pattern' | 'lesson'>> {
  const known = async (type: 'pattern' | 'lesson'): Promise<number> => {
    const ids: string[] = [];
    for (const name of await documents.names(KNOWLEDGE[type])) {
      const read = await documents.read(join(KNOWLEDGE[type], `${name}.yaml`), knowledgeSchema());
      if (read !== undefined && !isBroken(read)) ids.push(read.value.id);
    }
    return highest(ids, type);
  };
  return { pattern: await known('pattern'), lesson: await known('lesson') };
}
