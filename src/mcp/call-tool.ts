import { $ZodError } from 'zod/v4/core';
import { OvldError } from '../errors.ts';
import { explain, textsFor } from '../i18n/explain.ts';
import type { Relay } from '../relay/relay.ts';
import type { Handovers } from './handovers.ts';
import type { Id } from './json-rpc.ts';
import type { Tool } from './tool.ts';

interface Call {
  relay: Relay;
  tools: readonly Tool[];
  handovers: Handovers;
  id: Id;
}

/** Runs one tool. What goes wrong is a result too: the model reads it and can do better. */
export async function callTool(
  { relay, tools, handovers, id }: Call,
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
        texts: textsFor(language),
        check: (fits) => handovers.during(id, () => relay.check(fits)),
      },
      args,
    );
    return { content: [{ type: 'text', text }], structuredContent: data };
  } catch (error) {
    const { code, what, hint, data } = explain(asKnown(error, name), language);
    const content = [{ type: 'text', text: `${what}\n→ ${hint}` }];
    return { content, structuredContent: { code, ...data }, isError: true };
  }
}

function asKnown(error: unknown, tool: string): unknown {
  if (!(error instanceof $ZodError)) return error;
  const issues = error.issues.map(({ path, message }) => [...path, message].join(': ')).join('; ');
  return new OvldError('arguments_invalid', { tool, issues });
}
