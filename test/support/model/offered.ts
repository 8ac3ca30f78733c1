import type { NamedCall, OfferedTool } from './dialect.ts';
import { fields, list, str } from './json.ts';
import { BASH, type ToolCall } from './reply.ts';

/** `mcp__ovld-relay__check_inbox`, `ovld-relay_check_inbox` and their like are one word. */
const plain = (name: string): string =>
  name.replace(/^mcp_+/, '').replaceAll(/[^A-Za-z0-9]+/g, '_');

/** The tool that a request offers under its own name for one of ours: of a server by the name's end. */
export function findTool(offered: readonly OfferedTool[], tool: string): OfferedTool | undefined {
  const exact = offered.find(({ name }) => name === tool);
  if (exact !== undefined) return exact;
  if (tool === BASH) return offered.find(({ schema }) => commandOf(schema) !== undefined);
  return offered.find(({ name }) => plain(name) === plain(tool));
}

/** The call in the words of this request; as it is where the request offers no such tool. */
export function nameCall(
  offered: readonly OfferedTool[],
  { tool, input }: ToolCall,
): Omit<NamedCall, 'id'> {
  const found = findTool(offered, tool);
  if (found === undefined || found.name === tool) return { tool, input };
  const { name, namespace, schema } = found;
  const named = { tool: name, ...(namespace !== undefined && { namespace }) };
  if (tool !== BASH) return { ...named, input };
  const { command, ...rest } = fields(input);
  const known = fields(fields(schema)['properties']);
  const taken = Object.entries(rest).filter(([key]) => key in known);
  const wanted = fields(exampleOf(schema));
  const line = { [commandOf(schema) ?? 'command']: command };
  return { ...named, input: { ...wanted, ...Object.fromEntries(taken), ...line } };
}

/** What a shell's tool calls its command. */
const commandOf = (schema: unknown): string | undefined =>
  list(fields(schema)['required'])
    .map(str)
    .find((name) => name === 'command' || name === 'cmd');

/** The least that fits a JSON schema: what must be there, and no more. */
export function exampleOf(schema: unknown): unknown {
  const { type, required, properties, enum: choices, minimum } = fields(schema);
  const [choice] = list(choices);
  if (choice !== undefined) return choice;
  const kind = str(Array.isArray(type) ? type[0] : type).toLowerCase();
  if (kind === 'object' || properties !== undefined) {
    const known = fields(properties);
    return Object.fromEntries(
      list(required).map((name) => [str(name), exampleOf(known[str(name)])]),
    );
  }
  if (kind === 'number' || kind === 'integer') return typeof minimum === 'number' ? minimum : 1;
  if (kind === 'boolean') return false;
  return kind === 'array' ? [] : 'scripted';
}
