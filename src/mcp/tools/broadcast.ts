import * as z from 'zod/mini';
import { explain } from '../../i18n/explain.ts';
import type { BroadcastOutcome } from '../../relay/send.ts';
import type { Texts } from '../../i18n/texts.ts';
import { defineTool, type ToolMaker } from '../tool.ts';
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
      const lines = outcomes.map((one) => lineOf(one, texts, relay.formation.language));
      return {
        text: [texts.broadcast(delivered, outcomes.length), ...lines].join('\n'),
        data: { results: outcomes.map((one) => dataOf(one, texts, relay.formation.language)) },
      };
    },
  });

function lineOf(one: BroadcastOutcome, texts: Texts, language: 'en' | 'ja'): string {
  if (!one.delivered) return texts.notSent(one.to, explain(one.error, language).what);
  return `${one.to}: ${wakeText(texts, one)}`;
}

function dataOf(
  one: BroadcastOutcome,
  texts: Texts,
  language: 'en' | 'ja',
): Record<string, unknown> {
  if (!one.delivered) {
    return { to: one.to, delivered: false, code: explain(one.error, language).code };
  }
  return { to: one.to, delivered: true, id: one.id, ...wakeData(texts, one) };
}
