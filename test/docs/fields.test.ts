import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { getStatus } from '../../src/mcp/tools/get-status.ts';
import { messageSchema } from '../../src/message/message.ts';
import * as places from '../../src/documents/yaml/places.ts';
import { declarable } from '../../src/message/status.ts';
import { entrySchema } from '../../src/store/queue/entry.ts';
import { commandSchema } from '../../src/work/command.ts';
import { evaluationSchema } from '../../src/work/evaluation.ts';
import { knowledgeSchema } from '../../src/work/knowledge.ts';
import { reportSchema } from '../../src/work/report.ts';
import { taskSchema } from '../../src/work/task.ts';
import { pageText } from '../support/markdown.ts';

interface Json {
  properties?: Record<string, Json>;
  required?: string[];
  items?: Json;
  anyOf?: Json[];
  oneOf?: Json[];
  enum?: string[];
}

/** `name?: one two` for every field of a schema, those of mappings and lists in it too. */
function fieldsOf(schema: Json, before = ''): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  const forms = schema.anyOf ?? schema.oneOf ?? [schema];
  for (const form of forms) {
    for (const [key, value] of Object.entries(form.properties ?? {})) {
      const always = forms.every(({ required = [] }) => required.includes(key));
      found.set(`${before}${key}${always ? '' : '?'}`, value.enum ?? []);
      const [inside, prefix] = value.items ? [value.items, '[].'] : [value, '.'];
      for (const [name, words] of fieldsOf(inside, `${before}${key}${prefix}`)) {
        found.set(name, words);
      }
    }
  }
  return found;
}

const jsonOf = (schema: z.ZodMiniType, io: 'input' | 'output' = 'input'): Json =>
  z.toJSONSchema(schema, { io }) as Json;

const page = pageText('docs/formats.md');

/** The rows of the table below a heading: the field, and the words in backquotes beside it. */
function rowsBelow(heading: string): Map<string, string> {
  const [, text = ''] = page.split(`\n${heading}\n`);
  const [section = ''] = text.split(/^#{2,3} /m, 1);
  const rows = section.matchAll(/^\| `([\w.[\]]+)`(\??) +\| (.*?) +\|$/gm);
  return new Map([...rows].map(([, name, mark, is = '']) => [`${name}${mark}`, is]));
}

const wordsIn = (text: string): string[] =>
  [...text.matchAll(/`(\w+)`/g)].map(([, word = '']) => word);

const statuses = jsonOf(getStatus([]).output, 'output').properties?.['statuses']?.items ?? {};

it.each([
  ['## The queue', jsonOf(entrySchema)],
  ['### A command', jsonOf(commandSchema())],
  ['### A task', jsonOf(taskSchema())],
  ['### A report', jsonOf(reportSchema())],
  ['### An evaluation', jsonOf(evaluationSchema())],
  ['### A pattern or a lesson', jsonOf(knowledgeSchema())],
  ['### What `get_status` says', statuses],
])(
  'docs/formats.md, "%s", has every field of its schema and no other, and what each may be',
  (heading, schema) => {
    const [fields, rows] = [fieldsOf(schema), rowsBelow(heading)];
    expect([...rows.keys()]).toEqual([...fields.keys()]);
    for (const [name, words] of fields) {
      if (words.length > 0) expect(wordsIn(rows.get(name) ?? ''), name).toEqual(words);
    }
  },
);

it('docs/formats.md has what a role may declare of itself', () => {
  expect(wordsIn(rowsBelow('### What `get_status` says').get('status') ?? '')).toEqual(declarable);
});

it('docs/formats.md has every key of a message', () => {
  const [, section = ''] = page.split('\n### `inbox/{role}/{id}.json`\n');
  const [text = ''] = section.split(/^### /m, 1);
  for (const key of Object.keys(jsonOf(messageSchema).properties ?? {})) {
    expect(text, key).toMatch(new RegExp(`"${key}":|\`${key}\``));
  }
});

it('docs/formats.md has every place of a document of the board', () => {
  const [, section = ''] = page.split('\n## The documents of the board\n');
  const [text = ''] = section.split(/^## /m, 1);
  const all = [
    places.COMMANDS,
    places.currentTask('{specialist}'),
    places.waitingTask('{task}'),
    places.latestReport('{specialist}'),
    places.closedCommand('{command}'),
    places.finishedTask('{command}', '{task}'),
    `${places.oldReports('{command}')}/{task}.{n}.yaml`,
    places.evaluationOf('{task}'),
    ...Object.values(places.KNOWLEDGE).map((dir) => `${dir}/{name}.yaml`),
    places.DASHBOARD,
    places.NUMBERS,
    places.INTENT,
    places.UNSENT,
    places.BAD,
    places.BOARD_LOCK,
  ];
  for (const place of all) expect(text).toContain(`\n${place}`);
});
