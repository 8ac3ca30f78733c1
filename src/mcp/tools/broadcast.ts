import * as z from 'zod/mini';
import { explain } from '../../i18n/explain.ts';
import type { Language, Texts } from '../../i18n/texts.ts';
import type { BroadcastOutcome } from '../../relay/send.ts';
import { defineTool, type Reply, type ToolMaker } from '../tool.ts';
import { letterFields, wakeData, wakeFields, wakeText } from './letter.ts';

const outcome = () =>
  z.object({
    to: z.string(),
    delivered: z.boolean(),
    id: z.optional(z.string()),
    ...wakeFields(),
    wake: z.optional(wakeFields().wake),
  });

export const broadcast: ToolMaker = () =>
  defineTool({
    name: 'broadcast',
    description: 'Send the same message to every other role.',
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    input: z.strictObject(letterFields()),
    output: z.object({ results: z.array(outcome()) }),
    async run({ relay, texts }, letter) {
      const outcomes = await relay.broadcast(letter);
      const delivered = outcomes.filter((one) => one.delivered).length;
      const replies = outcomes.map((one) => replyOf(one, texts, relay.formation.language));
      const lines = replies.map(({ text }) => text);
      return {
        text: [texts.broadcast(delivered, outcomes.length), ...lines].join('\n'),
        data: { results: replies.map(({ data }) => data) },
      };
    },
  });

function replyOf(one: BroadcastOutcome, texts: Texts, language: Language): Reply {
  const { to } = one;
  if (!one.delivered) {
    const { what, hint, code } = explain(one.error, language);
    const text = `${texts.notSent(to, what)} → ${hint}`;
    return { text, data: { to, delivered: false, code, note: text } };
  }
  const data = { to, delivered: true, id: one.id, ...wakeData(texts, one) };
  return { text: `${to}: ${wakeText(texts, one)}`, data };
}
