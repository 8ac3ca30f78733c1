import { describe, expect, it } from 'vitest';
import { messageTypes } from '../../src/message/message.ts';
import { entrySchema, entryStatuses } from '../../src/store/queue/entry.ts';
import { commandPriorities, commandSchema, commandStatuses } from '../../src/work/command.ts';
import { evaluationSchema } from '../../src/work/evaluation.ts';
import { knowledgeTypes } from '../../src/work/knowledge.ts';
import { reportSchema, reportStatuses } from '../../src/work/report.ts';
import { taskSchema, taskStatuses } from '../../src/work/task.ts';

/** The words the seed allows, to the letter: another one is another format, for every program that reads the files. */
const COMMAND = {
  id: 'cmd_001',
  timestamp: '2026-02-08T10:00:00',
  purpose: 'p',
  acceptance_criteria: ['c'],
  command: 'c',
  project: 'p',
  priority: 'high',
  status: 'pending',
};
const TASK = {
  task_id: 'subtask_001',
  parent_cmd: 'cmd_001',
  assigned_to: 'specialist_1',
  persona: 'p',
  timestamp: '2026-02-08T10:00:00',
  status: 'assigned',
  objective: 'o',
  deliverables: [],
  context: [],
  blocks: [],
  blocked_by: [],
};
const REPORT = {
  worker_id: 'specialist_1',
  task_id: 'subtask_001',
  parent_cmd: 'cmd_001',
  timestamp: '2026-02-08T10:00:00',
  status: 'done',
  result: { summary: 's' },
  purpose_validation: { meets_criteria: true },
  skill_candidate: { found: false },
};
const ENTRY = {
  id: 'msg_001',
  timestamp: '2026-02-08T10:00:00',
  from: 'envoy',
  type: 'wake_up',
  message: 'm',
  status: 'pending',
};

const cases = [
  {
    what: 'a command [bastion.command.9]',
    key: 'status',
    whole: COMMAND,
    schema: commandSchema(),
    words: commandStatuses,
    seed: ['pending', 'in_progress', 'done'],
  },
  {
    what: 'a command [bastion.command.8]',
    key: 'priority',
    whole: COMMAND,
    schema: commandSchema(),
    words: commandPriorities,
    seed: ['high', 'medium', 'low'],
  },
  {
    what: 'a task [bastion.task.7]',
    key: 'status',
    whole: TASK,
    schema: taskSchema(),
    words: taskStatuses,
    seed: ['assigned', 'in_progress', 'done', 'blocked'],
  },
  {
    what: 'a report [bastion.report.6]',
    key: 'status',
    whole: REPORT,
    schema: reportSchema(),
    words: reportStatuses,
    seed: ['done', 'failed', 'blocked'],
  },
  {
    what: 'a message [bastion.inbox.7]',
    key: 'status',
    whole: ENTRY,
    schema: entrySchema,
    words: entryStatuses,
    seed: ['pending', 'processed'],
  },
  {
    what: 'a message [bastion.inbox.5]',
    key: 'type',
    whole: ENTRY,
    schema: entrySchema,
    words: messageTypes,
    seed: ['task_assigned', 'report_received', 'wake_up'],
  },
] as const;

/** Words that others use for such states; none of them is the seed's. */
const FOREIGN = [
  '',
  'open',
  'cancelled',
  'failed ',
  'Done',
  'in-progress',
  'paused',
  'urgent',
  null,
];

describe.each(cases)('the words for $key of $what', ({ key, whole, schema, words, seed }) => {
  it('are those of the seed, in its order', () => {
    expect(words).toEqual(seed);
  });

  it('are the only ones a document may have', () => {
    for (const word of seed) {
      expect(schema.safeParse({ ...whole, [key]: word }).success, word).toBe(true);
    }
    const others = [...FOREIGN, ...cases.flatMap((one) => one.seed)].filter(
      (word) => !seed.some((own) => own === word),
    );
    for (const word of others) {
      expect(schema.safeParse({ ...whole, [key]: word }).success, String(word)).toBe(false);
    }
  });
});

it('the types of extracted knowledge are pattern and lesson, and a score is 1 to 5 [bastion.evaluation.10 bastion.evaluation.5]', () => {
  expect(knowledgeTypes).toEqual(['pattern', 'lesson']);
  const scored = (correctness: unknown) =>
    evaluationSchema().safeParse({
      evaluation: {
        task_id: 'subtask_001',
        evaluator: 'marshall',
        timestamp: '2026-02-08T10:00:00',
        scores: { correctness, code_quality: 1, efficiency: 5 },
        issues_found: [],
        knowledge_extracted: [],
      },
    }).success;
  expect([1, 2, 3, 4, 5].map(scored)).toEqual([true, true, true, true, true]);
  expect([0, 6, 2.5, '3', null].map(scored)).toEqual([false, false, false, false, false]);
});
