import { join } from 'node:path';
import * as z from 'zod/mini';
import { $ZodError } from 'zod/v4/core';
import { UnfitFile, type Disk } from '../../kit/disk.ts';
import { isErrno } from '../../kit/errno.ts';
import { knowledgeSchema } from '../../work/knowledge.ts';
import type { DocumentReader } from './document-reader.ts';
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
    if (error instanceof UnfitFile || error instanceof $ZodError) return undefined;
    throw error;
  }
}

export const findHighest = (ids: Iterable<string>, prefix: string): number => {
  let most = 0;
  for (const id of ids) {
    const digits = id.startsWith(`${prefix}_`) ? id.slice(prefix.length + 1) : '';
    if (/^\d{1,9}$/.test(digits)) most = Math.max(most, Number(digits));
  }
  return most;
};

/**
 * Counts every name once, where the file of numbers is missing. Evaluations come with the project, so a
 * fresh clone does not give their tasks' numbers out again.
 */
export async function recountNumbers(reader: DocumentReader): Promise<Numbers> {
  const commands = await reader.folders(ARCHIVE);
  let task = await countEvaluated(reader);
  for (const command of commands) {
    task = Math.max(task, findHighest(await reader.names(finishedTasks(command)), 'subtask'));
  }
  return {
    revision: 0,
    command: findHighest(commands, 'cmd'),
    task,
    ...(await countKnowledge(reader)),
  };
}

export const countEvaluated = async (reader: DocumentReader): Promise<number> =>
  findHighest(await reader.names(EVALUATIONS), 'eval_subtask');

export async function countKnowledge(
  reader: DocumentReader,
): Promise<Pick<Numbers, 'pattern' | 'lesson'>> {
  const known = async (type: 'pattern' | 'lesson'): Promise<number> => {
    const found = await reader.readAll(KNOWLEDGE[type], knowledgeSchema());
    return findHighest(
      found.map(({ value }) => value.id),
      type,
    );
  };
  return { pattern: await known('pattern'), lesson: await known('lesson') };
}
