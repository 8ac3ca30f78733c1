import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { commandOrderSchema } from '../../src/work/command.ts';
import { evaluationOrderSchema } from '../../src/work/evaluation.ts';
import { knowledgeOrderSchema } from '../../src/work/knowledge.ts';
import { reportOrderSchema } from '../../src/work/report.ts';
import { taskOrderSchema } from '../../src/work/task.ts';
import { command, report, task, verdict } from '../support/board-world.ts';

const S1 = 'specialist_1';
const knowledge = { type: 'lesson' as const, title: 't', content: 'c', files: [], tags: [] };

describe('the schemas of orders', () => {
  const { skill_candidate: _, ...without } = report();
  const orders: [string, z.core.$ZodType, unknown, string][] = [
    [
      '[bastion.report.14] a report without skill_candidate',
      reportOrderSchema(),
      without,
      'skill_candidate',
    ],
    [
      '[bastion.report.14] one without found',
      reportOrderSchema(),
      { ...report(), skill_candidate: {} },
      'skill_candidate',
    ],
    [
      '[bastion.report.15] a skill without a reason',
      reportOrderSchema(),
      { ...report(), skill_candidate: { found: true, name: 'n', description: 'd' } },
      'skill_candidate',
    ],
    [
      '[bastion.evaluation.5] a score of 6',
      evaluationOrderSchema(),
      verdict('subtask_001', { scores: { correctness: 6, code_quality: 1, efficiency: 1 } }),
      'scores',
    ],
    [
      '[bastion.evaluation.6] a score of 0',
      evaluationOrderSchema(),
      verdict('subtask_001', { scores: { correctness: 1, code_quality: 0, efficiency: 1 } }),
      'scores',
    ],
    [
      '[bastion.evaluation.7] half a score',
      evaluationOrderSchema(),
      verdict('subtask_001', { scores: { correctness: 1, code_quality: 1, efficiency: 2.5 } }),
      'scores',
    ],
    [
      '[bastion.command.5] a command without criteria',
      commandOrderSchema(),
      command({ acceptance_criteria: [] }),
      'acceptance_criteria',
    ],
    [
      '[bastion.command.4] an empty purpose',
      commandOrderSchema(),
      command({ purpose: '  ' }),
      'purpose',
    ],
    [
      '[bastion.command.8] a priority of its own',
      commandOrderSchema(),
      { ...command(), priority: 'urgent' },
      'priority',
    ],
    [
      '[bastion.timestamp.1] a time that was guessed',
      commandOrderSchema(),
      { ...command(), timestamp: '2026-02-08T10:00:00' },
      '',
    ],
    ['a way out of the directory', taskOrderSchema(), task('../x'), 'assigned_to'],
    ['another way out', taskOrderSchema(), task(S1, { parent_cmd: '../../etc' }), 'parent_cmd'],
    ['one in a list', taskOrderSchema(), task(S1, { blocks: ['a/b'] }), 'blocks'],
    ['knowledge of another kind', knowledgeOrderSchema(), { ...knowledge, type: '../x' }, 'type'],
  ];

  it.each(orders)('refuse %s', (_what, schema, order, field) => {
    const parsed = z.safeParse(schema, order);
    expect(parsed.success).toBe(false);
    expect(parsed.error?.issues[0]?.path[0] ?? '').toBe(field);
  });

  it('accept valid orders', () => {
    for (const [schema, order] of [
      [reportOrderSchema(), report()],
      [evaluationOrderSchema(), verdict('subtask_001')],
      [commandOrderSchema(), command()],
      [taskOrderSchema(), task(S1)],
      [knowledgeOrderSchema(), knowledge],
    ] as const)
      expect(z.safeParse(schema as z.core.$ZodType, order).success).toBe(true);
  });
});
