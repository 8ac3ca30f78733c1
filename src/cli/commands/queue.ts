import { composeQueue } from '../../compose/queue.ts';
import { OvldError } from '../../errors.ts';
import { queue as en } from '../../i18n/en/queue.ts';
import { queue as ja } from '../../i18n/ja/queue.ts';
import type { Language } from '../../i18n/texts.ts';
import { printable } from '../../kit/log.ts';
import { messageTypes } from '../../message/message.ts';
import { print, printEither, printJson } from '../output/print.ts';
import { defineCommand } from '../parse/define-command.ts';
import { shared } from '../parse/shared-options.ts';
import { needed, oneOf, optional, several, text, withDefault } from '../parse/values.ts';
import { ownFolder } from '../terminal/own-process.ts';

const allTexts = { en, ja };

/** Appends one message to the inbox of a role; its relay, or `ovld watch`, wakes the reader. */
const write = defineCommand({
  texts: { en: en.write, ja: ja.write },
  args: { target: needed('role'), message: needed() },
  options: {
    type: withDefault(oneOf('type', messageTypes), 'wake_up'),
    from: text('role', 'role'),
    json: shared.json,
  },
  examples: {
    wake: (language: Language) => allTexts[language].write.lines.wake,
    report: (language: Language) => allTexts[language].write.lines.report,
  },
  async run({ target, message, type, json, ...given }, { env, texts }) {
    const from = given.from ?? (env['OVLD_ROLE'] || undefined);
    if (from === undefined) throw new OvldError('usage', { message: texts.fromMissing });
    if (message.trim() === '') throw new OvldError('usage', { message: texts.nothingSaid });
    const queue = await composeQueue(ownFolder());
    const id = await queue.write(target, message, type, from);
    printEither(json, { id, to: target }, [texts.written(id, target)]);
  },
});

/** What is in the inboxes, one line each. */
const list = defineCommand({
  texts: { en: en.list, ja: ja.list },
  args: { target: optional('role') },
  options: { json: shared.json },
  examples: { one: 'ovld queue list marshall', json: 'ovld queue list --json' },
  async run({ target, json = false }, { texts }) {
    const queue = await composeQueue(ownFolder(), { mustExist: true });
    const targets = target === undefined ? await queue.targets() : [target];
    const lines: string[] = [];
    for (const to of targets) {
      for (const entry of await queue.read(to)) {
        const { id, timestamp, from, type, status, message } = entry;
        const words = [timestamp, to, id, status, type, from, printable(message)];
        if (json) printJson({ to, ...entry });
        else lines.push(words.join('  '));
      }
    }
    if (!json) print(lines.join('\n') || texts.empty);
  },
});

/** Sets messages to `processed`, for a reader that has no relay to do it. */
const ack = defineCommand({
  texts: { en: en.ack, ja: ja.ack },
  args: { target: needed('role'), ids: several() },
  options: { json: shared.json },
  examples: {
    one: 'ovld queue ack marshall msg_001',
    two: 'ovld queue ack marshall msg_001 msg_002',
  },
  async run({ target, ids, json }, { texts }) {
    const queue = await composeQueue(ownFolder(), { mustExist: true });
    const acknowledged = await queue.acknowledge(target, ids);
    const already = ids.filter((id) => !acknowledged.includes(id));
    printEither(json, { to: target, acknowledged, already }, [
      ...(acknowledged.length > 0 ? [texts.acknowledged(acknowledged, target)] : []),
      ...(already.length > 0 ? [texts.already(already)] : []),
    ]);
  },
});

/** The project's mailbox. */
export const command = defineCommand({
  group: 'messages',
  place: 9,
  texts: allTexts,
  examples: {
    list: 'ovld queue list',
    write: (language: Language) => allTexts[language].write.lines.wake,
  },
  commands: { write, list, ack },
});
