import { composeQueue } from '../../compose/queue.ts';
import type { Env } from '../../config/env.ts';
import { OvldError } from '../../errors.ts';
import { queueTexts } from '../../i18n/queue.ts';
import type { Language } from '../../i18n/texts.ts';
import { printable } from '../../kit/log.ts';
import type { messageTypes } from '../../relay/message.ts';
import { EXIT } from '../failure.ts';
import { ownFolder } from '../folder.ts';

export interface QueueWriteFlags {
  type: (typeof messageTypes)[number];
  from?: string;
  json?: boolean;
}

/** Appends one message to the inbox of a role; its relay, or `ovld watch`, wakes the reader. */
export async function queueWriteCommand(
  env: Env,
  language: Language,
  target: string,
  message: string,
  flags: QueueWriteFlags,
): Promise<number> {
  const texts = queueTexts[language];
  const from = flags.from ?? (env['OVLD_ROLE'] || undefined);
  if (from === undefined) throw new OvldError('usage', { message: texts.fromMissing });
  if (message.trim() === '') throw new OvldError('usage', { message: texts.nothingSaid });
  const queue = await composeQueue(ownFolder());
  const id = await queue.write(target, message, flags.type, from);
  const told = flags.json === true ? JSON.stringify({ id, to: target }) : texts.written(id, target);
  process.stdout.write(`${told}\n`);
  return EXIT.done;
}

/** What is in the inboxes, one line each. */
export async function queueListCommand(
  language: Language,
  target: string | undefined,
  { json }: { json?: boolean },
): Promise<number> {
  const texts = queueTexts[language];
  const queue = await composeQueue(ownFolder());
  const targets = target === undefined ? await queue.targets() : [target];
  const lines: string[] = [];
  for (const to of targets) {
    for (const entry of await queue.read(to)) {
      const { id, timestamp, from, type, status, message } = entry;
      const words = [timestamp, to, id, status, type, from, printable(message)];
      lines.push(json === true ? JSON.stringify({ to, ...entry }) : words.join('  '));
    }
  }
  if (lines.length === 0 && json !== true) lines.push(texts.empty);
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
  return EXIT.done;
}
