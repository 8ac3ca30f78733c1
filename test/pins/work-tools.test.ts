import { describe, expect, it } from 'vitest';
import type { Toolset } from '../../src/army/formation.ts';
import { overlordFormation } from '../../src/army/overlord.ts';
import { toolsFor } from '../../src/mcp/tools.ts';
import { wireTools } from '../../src/mcp/wire-tools.ts';
import { bastionOf } from '../support/bastion.ts';

const FIVE = ['send_message', 'check_inbox', 'get_status', 'update_status', 'broadcast'];
const namesFor = (role: string, toolsets?: Toolset[]): string[] =>
  toolsFor(bastionOf(2, toolsets && { toolsets }), role).map(({ name }) => name);

interface Found {
  path: string[];
  schema: Record<string, unknown>;
}

/** Every object of a schema, with the way to it; `*` is an item of a list. */
function objectsIn(schema: Record<string, unknown>, path: string[] = []): Found[] {
  const { properties = {}, items } = schema as {
    properties?: Record<string, Record<string, unknown>>;
    items?: Record<string, unknown>;
  };
  const inside = Object.entries(properties).flatMap(([key, one]) => objectsIn(one, [...path, key]));
  const ofList = items === undefined ? [] : objectsIn(items, [...path, '*']);
  return [...(schema['type'] === 'object' ? [{ path, schema }] : []), ...inside, ...ofList];
}

const nested = (path: readonly string[], value: unknown): unknown =>
  path.reduceRight<unknown>((inner, key) => (key === '*' ? [inner] : { [key]: inner }), value);

describe('the tools of a role', () => {
  it('are the same five for every role of the default army, to the byte', async () => {
    for (const { role } of overlordFormation.roles) {
      const text = JSON.stringify(wireTools(toolsFor(overlordFormation, role)), null, 2);
      await expect(`${text}\n`).toMatchFileSnapshot('usual-tools.snap');
    }
  });

  it.each([
    ['envoy', ['issue_command', 'list_board', 'search_knowledge']],
    [
      'marshall',
      ['assign_task', 'evaluate_task', 'list_board', 'record_knowledge', 'search_knowledge'],
    ],
    [
      'specialist_1',
      ['get_task', 'update_task', 'submit_report', 'list_board', 'search_knowledge'],
    ],
  ])('are in a bastion what the duty of %s needs', (role, more) => {
    expect(namesFor(role)).toEqual([...FIVE, ...more]);
  });

  it.each<[string, Toolset[], string[]]>([
    ['envoy', ['messaging'], []],
    ['envoy', ['board'], ['issue_command', 'list_board']],
    ['marshall', ['knowledge'], ['record_knowledge', 'search_knowledge']],
    [
      'specialist_1',
      ['messaging', 'board'],
      ['get_task', 'update_task', 'submit_report', 'list_board'],
    ],
  ])('follow the toolsets of the formation: %s with %j', (role, toolsets, more) => {
    expect(namesFor(role, toolsets)).toEqual([...FIVE, ...more]);
  });

  it('are the common ones for a role without a duty', () => {
    const formation = bastionOf(1);
    const roles = [...formation.roles, { role: 'scribe', commands: [], args: [] }];
    const names = toolsFor({ ...formation, roles }, 'scribe').map(({ name }) => name);
    expect(names).toEqual([...FIVE, 'list_board', 'search_knowledge']);
  });

  it.each([
    ['envoy', 1_000],
    ['marshall', 1_600],
    ['specialist_1', 1_300],
  ])('cost %s fewer than %d tokens on every turn, at three characters a token', (role, most) => {
    const wire = wireTools(toolsFor(bastionOf(4), role));
    const read = wire.map(({ name, description, inputSchema }) => [name, description, inputSchema]);
    expect(JSON.stringify(read).length / 3).toBeLessThan(most);
  });

  it('take no sender, no clock and no number that the board gives [bastion.timestamp.1] [bastion.write.1]', () => {
    for (const role of ['envoy', 'marshall', 'specialist_1']) {
      for (const { inputSchema, outputSchema } of wireTools(toolsFor(bastionOf(4), role))) {
        const takes = Object.keys(inputSchema.properties ?? {});
        for (const key of ['from', 'by', 'timestamp', 'worker_id', 'evaluator', 'id']) {
          expect(takes).not.toContain(key);
        }
        expect(outputSchema).not.toHaveProperty('required');
      }
    }
  });

  it('say of every object they take that it has no other keys, and refuse others', () => {
    for (const role of ['envoy', 'marshall', 'specialist_1']) {
      const tools = toolsFor(bastionOf(4), role);
      wireTools(tools).forEach(({ name, inputSchema, outputSchema }, i) => {
        for (const { path, schema } of objectsIn(inputSchema)) {
          expect(schema['additionalProperties'], `${name} ${path.join('.')}`).toBe(false);
          const parsed = tools[i]?.input.safeParse(nested(path, { surprise: 1 }));
          expect(parsed?.error?.issues, `${name} ${path.join('.')}`).toContainEqual(
            expect.objectContaining({ code: 'unrecognized_keys', keys: ['surprise'] }),
          );
        }
        // An error's facts are held against the schema of the result by some clients.
        expect(JSON.stringify(outputSchema)).not.toContain('"additionalProperties":false');
      });
    }
  });

  it('match their snapshot', () => {
    const wire = ['envoy', 'marshall', 'specialist_1'].flatMap((role) =>
      wireTools(toolsFor(bastionOf(4), role)).slice(FIVE.length),
    );
    const shown = wire.map(({ name, inputSchema: { properties = {}, required = [] } }) => [
      name,
      Object.keys(properties)
        .map((key) => (required.includes(key) ? key : `${key}?`))
        .join(' '),
    ]);
    expect(Object.fromEntries(shown)).toMatchInlineSnapshot(`
      {
        "assign_task": "parent_cmd assigned_to persona objective deliverables? context? blocked_by? blocks? follows? task_id?",
        "evaluate_task": "task_id scores issues_found? knowledge_extracted? more_tasks? accept_gaps? end?",
        "get_task": "",
        "issue_command": "purpose acceptance_criteria command project priority?",
        "list_board": "",
        "record_knowledge": "type title content source_task? files? tags?",
        "search_knowledge": "query? tags? files? type? limit?",
        "submit_report": "status result purpose_validation skill_candidate task_id?",
        "update_task": "status reason? task_id?",
      }
    `);
  });
});
