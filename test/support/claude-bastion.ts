import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { RELAY_SERVER } from '../../src/agent/relay-config.ts';
import type { MuxKind } from '../../src/army/formation.ts';
import { ritualOf } from './army-world.ts';
import { claudeWorld, type ClaudeWorld } from './claude-world.ts';
import { fields, list, parsed, str } from './model/json.ts';
import type { ModelRequest, ToolResult } from './model/request.ts';
import type { Rule } from './model/server.ts';

/** A bastion of real claudes, and what its documents and its models say. */

export interface ClaudeBastion extends ClaudeWorld {
  roles: readonly string[];
  /** The entries of a role's inbox file, as they stand. */
  inboxOf: (role: string) => Entry[];
  /** `ovld board --json`. */
  board: () => Promise<Board>;
}

export interface Board {
  commands: { id: string; status: string }[];
  tasks: { task_id: string; status: string; waits_for: string[]; evaluated: boolean }[];
  specialists: { role: string; current: string | null }[];
}

export interface Entry {
  id: string;
  from: string;
  type: string;
  subject: string;
  status: string;
}

export async function claudeBastion(
  kind: MuxKind,
  specialists: number,
  rules: readonly Rule[],
): Promise<ClaudeBastion> {
  const world = await claudeWorld({ mux: kind, rules });
  const names = Array.from({ length: specialists }, (_, i) => `specialist_${i + 1}`);
  const army = ['--formation', 'bastion', '--specialists', String(specialists)];
  return {
    ...world,
    roles: ['envoy', 'marshall', ...names],
    summon: (...more) => world.summon(...army, ...more),
    relayDir: () => world.relayDir('bastion'),
    inboxOf(role) {
      const path = join(world.project, '.ovld', 'queue', 'inbox', `${role}.yaml`);
      return existsSync(path) ? (parse(readFileSync(path, 'utf8')) as Entry[]) : [];
    },
    async board() {
      const { stdout } = await world.ovld(['board', '--json']);
      return JSON.parse(stdout) as Board;
    },
  };
}

const PREFIX = `mcp__${RELAY_SERVER}__`;

/** The relay's tools by their short names, as the request offers them to the model. */
export const offered = ({ tools }: ModelRequest): string[] =>
  tools.flatMap((name) => (name.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : [])).toSorted();

/** What a tool of the relay gave back: nothing where it refused or where it is another's result. */
export function given(result: ToolResult, tool: string): Record<string, unknown> | undefined {
  if (result.tool !== PREFIX + tool) return undefined;
  if (result.isError) throw new Error(`${tool}: ${result.text}`);
  return fields(parsed(result.text));
}

/** The same of all results, in their order. */
export const allGiven = (results: readonly ToolResult[], tool: string): Record<string, unknown>[] =>
  results.map((result) => given(result, tool)).filter((data) => data !== undefined);

/** A message of the board, as check_inbox handed it over. */
export interface BoardLetter {
  id: string;
  from: string;
  type: string;
  subject: string;
  body: string;
}

export const lettersOf = (results: readonly ToolResult[]): BoardLetter[] =>
  allGiven(results, 'check_inbox')
    .flatMap(({ messages }) => list(messages).map(fields))
    .map(({ id, from, type, subject, body }) => ({
      id: str(id),
      from: str(from),
      type: str(type),
      subject: str(subject),
      body: str(body),
    }));

/** What a copy of a role is told: its own number stands in it. */
export function ritualFor(role: string): string {
  const [template = '', number = ''] = role.split('_');
  return ritualOf(template).replaceAll('{{role}}', role).replaceAll('{{number}}', number);
}

/** When a role's model called that tool about that task: the number of the request it answered. */
export function ordersOf(
  { model }: Pick<ClaudeWorld, 'model'>,
  tool: string,
): { role: string; n: number; input: Record<string, unknown> }[] {
  return model
    .entries()
    .flatMap(({ request: { role, n }, reply }) =>
      'calls' in reply
        ? reply.calls
            .filter((one) => one.tool === PREFIX + tool)
            .map(({ input }) => ({ role, n, input: fields(input) }))
        : [],
    );
}
