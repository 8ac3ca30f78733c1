import { $ZodError } from 'zod/v4/core';
import { OvldError } from '../errors.ts';
import { boardTexts } from '../i18n/board.ts';
import { explain, textsFor } from '../i18n/explain.ts';
import { argumentFaults } from '../i18n/faults.ts';
import type { Language } from '../i18n/texts.ts';
import type { Relay } from '../relay/relay.ts';
import type { Work } from '../work/work.ts';
import type { Handovers } from './handovers.ts';
import { describeFaults } from './faults.ts';
import type { Id } from './json-rpc.ts';
import type { Tool } from './tool.ts';

interface Call {
  relay: Relay;
  work: () => Promise<Work>;
  tools: readonly Tool[];
  handovers: Handovers;
  id: Id;
}

/** Runs one tool. An error is a result too: the model reads it and can do better. */
export async function callTool(
  { relay, work, tools, handovers, id }: Call,
  name: string,
  args: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const { language } = relay.formation;
  const tool = tools.find((one) => one.name === name);
  try {
    if (tool === undefined) {
      throw new OvldError('unknown_tool', { tool: name, tools: tools.map((one) => one.name) });
    }
    const { text, data } = await tool.call(
      {
        relay,
        work,
        texts: textsFor(language),
        boardTexts: boardTexts[language],
        check: (fits) => handovers.during(id, () => relay.check(fits)),
      },
      args,
    );
    return answer(relay, text, data);
  } catch (error) {
    const known = toOvldError(error, name, args, language);
    const { code, what, hint, data } = explain(known, language);
    // A model may be shown one face alone: each says what is wrong and what to do.
    const told = answer(relay, `${what}\n→ ${hint}`, { ...data, code, what, hint });
    return { ...told, isError: true };
  }
}

const answer = ({ replies }: Pick<Relay, 'replies'>, text: string, data: object) => ({
  content: [{ type: 'text', text }],
  ...(!replies.textOnly && { structuredContent: data }),
});

function toOvldError(error: unknown, tool: string, args: unknown, language: Language): unknown {
  if (!(error instanceof $ZodError)) return error;
  const issues = describeFaults(error, args, argumentFaults[language]).join('; ');
  return new OvldError('arguments_invalid', { tool, issues });
}
