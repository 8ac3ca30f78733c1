import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { documentHints } from '../../src/i18n/board-notes.ts';
import { amendText } from '../../src/documents/yaml/amend.ts';
import { readCommands, joinList, putCommand } from '../../src/documents/yaml/command-list.ts';
import { parseBySchema } from '../../src/documents/yaml/document-reader.ts';
import * as write from '../../src/documents/yaml/write.ts';
import { commandSchema } from '../../src/work/command.ts';
import { evaluationSchema } from '../../src/work/evaluation.ts';
import { knowledgeSchema } from '../../src/work/knowledge.ts';
import { reportSchema } from '../../src/work/report.ts';
import { taskSchema, taskStatuses } from '../../src/work/task.ts';

/** Words of people, and everything YAML could take for something else. */
const odd = fc.oneof(
  fc.constantFrom(
    '---',
    '- a',
    '# no comment',
    'a: b',
    'yes',
    'null',
    '1.0',
    '~',
    '|',
    '>',
    '*a',
    '&a',
    '!x',
    '%',
  ),
  fc.constantFrom(
    '日本語\n- 二行目',
    'a\n\n  b\nc',
    ' lead\n',
    'tab\there',
    'it\'s "so"',
    'x\r\ny',
    '\\n',
    '{a}',
    '[a]',
  ),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ maxLength: 60 }),
  fc.array(fc.string({ maxLength: 10 }), { maxLength: 4 }).map((lines) => lines.join('\n')),
);
const words = odd.map((text) => text.trim()).filter((text) => text !== '');
const list = fc.array(words, { maxLength: 3 });
const id = fc.stringMatching(/^[a-z][a-z0-9_-]{0,10}$/);
const stamp = fc.constant('2026-02-08T10:00:00');
const maybe = <T>(key: string, value: fc.Arbitrary<T>) =>
  fc.option(value, { nil: undefined }).map((some) => (some === undefined ? {} : { [key]: some }));

const merged = (...parts: fc.Arbitrary<object>[]): fc.Arbitrary<object> =>
  fc.tuple(...parts).map((all) => Object.assign({}, ...all) as object);

const tasks = merged(
  fc.record({ task_id: id, parent_cmd: id, assigned_to: id, persona: words, timestamp: stamp }),
  fc.record({ status: fc.constantFrom(...taskStatuses), objective: words, deliverables: list }),
  fc.record({ context: list, blocks: fc.array(id), blocked_by: fc.array(id) }),
  maybe('reason', words),
  maybe('follows', id),
  maybe('ended', fc.constant(true)),
).map((value) => z.parse(taskSchema(), value));

const commands = fc
  .record({
    id,
    timestamp: stamp,
    purpose: words,
    acceptance_criteria: fc.array(words, { minLength: 1, maxLength: 3 }),
    command: words,
    project: words,
    priority: fc.constantFrom('high', 'low'),
    status: fc.constantFrom('pending', 'done'),
  })
  .map((value) => z.parse(commandSchema(), value));

const read = <T>(text: string, schema: z.core.$ZodType<T>): unknown => {
  const found = parseBySchema(text, schema);
  return 'reason' in found ? found.reason : found.value;
};

describe('documents with arbitrary texts', () => {
  it('keep what a task said, when new and when changed', () => {
    fc.assert(
      fc.property(tasks, tasks, (before, after) => {
        const text = write.writeTask('x', before, documentHints.en);
        expect(read(text, taskSchema())).toEqual(before);
        const now = amendText(text, [], before, after);
        expect(read(now, taskSchema())).toEqual(after);
        // Back again: nothing has been left behind on the way.
        expect(read(amendText(now, [], after, before), taskSchema())).toEqual(before);
        expect(now).toContain(`# ${documentHints.en.blocks}`);
      }),
      { numRuns: 100 },
    );
  });

  it('keep each command of a list apart', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(commands, { selector: (each) => each.id, maxLength: 4 }),
        commands,
        (all, more) => {
          const text = `# head\n${all.map((each) => write.writeCommand(each)).join('')}`;
          const known = readCommands(text);
          expect(known.reason).toBeUndefined();
          expect(known.entries.map(({ command }) => command)).toEqual(all);
          expect(joinList(known)).toBe(text);
          const next = putCommand(known, more);
          const again = readCommands(joinList(next));
          expect(again.reason).toBeUndefined();
          const expected = all.some((each) => each.id === more.id)
            ? all.map((each) => (each.id === more.id ? more : each))
            : [...all, more];
          expect(again.entries.map(({ command }) => command)).toEqual(expected);
        },
      ),
      { numRuns: 80 },
    );
  });

  it('keep what reports, evaluations and knowledge said', () => {
    const text = odd;
    const reports = fc
      .record({
        worker_id: id,
        task_id: id,
        parent_cmd: id,
        timestamp: stamp,
        status: fc.constantFrom('done', 'failed'),
        result: fc.record({
          summary: words,
          files_modified: list,
          test_results: text,
          notes: text,
        }),
        purpose_validation: fc.record({ meets_criteria: fc.boolean(), gaps: list }),
        skill_candidate: fc.oneof(
          fc.constant({ found: false }),
          fc.record({ found: fc.constant(true), name: words, description: words, reason: words }),
        ),
      })
      .map((value) => z.parse(reportSchema(), value));
    const evaluations = merged(
      fc.record({ task_id: id, evaluator: id, timestamp: stamp, issues_found: list }),
      fc.constant({ scores: { correctness: 1, code_quality: 2, efficiency: 3 } }),
      fc.record({
        knowledge_extracted: fc.array(
          fc.record({ type: fc.constantFrom('pattern', 'lesson'), content: words }),
          { maxLength: 3 },
        ),
      }),
      maybe('accept_gaps', fc.constant(true)),
    ).map((evaluation) => z.parse(evaluationSchema(), { evaluation }));
    const knowledge = merged(
      fc.record({ id, type: fc.constantFrom('pattern', 'lesson'), timestamp: stamp, title: words }),
      fc.record({ content: words, files: list, tags: list }),
      maybe('source_task', id),
    ).map((value) => z.parse(knowledgeSchema(), value));
    fc.assert(
      fc.property(reports, evaluations, knowledge, (report, evaluation, known) => {
        expect(read(write.writeReport('x', report, documentHints.en), reportSchema())).toEqual(
          report,
        );
        const judged = write.writeEvaluation('x', evaluation.evaluation, documentHints.en);
        expect(read(judged, evaluationSchema())).toEqual(evaluation);
        expect(read(write.writeKnowledge('x', known), knowledgeSchema())).toEqual(known);
      }),
      { numRuns: 80 },
    );
  });
});
