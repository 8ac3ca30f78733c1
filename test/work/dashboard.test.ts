import { describe, expect, it } from 'vitest';
import { boardTexts } from '../../src/i18n/board.ts';
import type { BoardView } from '../../src/work/board.ts';
import { clipLine, renderDashboard } from '../../src/work/dashboard.ts';
import type { Report } from '../../src/work/report.ts';
import type { Task } from '../../src/work/task.ts';

const AT = '2026-02-08T10:00:00';
const task = (id: string, more: Partial<Task> = {}): Task => ({
  task_id: id,
  parent_cmd: 'cmd_001',
  assigned_to: 'specialist_1',
  persona: 'Smith',
  timestamp: AT,
  status: 'assigned',
  objective: 'Forge a bolt',
  deliverables: [],
  context: [],
  blocks: [],
  blocked_by: [],
  ...more,
});

const view: BoardView = {
  commands: [
    {
      id: 'cmd_001',
      timestamp: AT,
      purpose: 'The gate | is <shut>',
      acceptance_criteria: ['It is shut', 'It is locked'],
      command: 'Shut it.',
      project: 'castle',
      priority: 'high',
      status: 'in_progress',
    },
  ],
  gaps: [],
  tasks: [
    {
      task: task('subtask_001', { status: 'done' }),
      place: 'finished',
      waitsFor: [],
      evaluated: true,
    },
    {
      task: task('subtask_002', { status: 'blocked', blocked_by: ['subtask_001', 'subtask_003'] }),
      place: 'waits',
      waitsFor: ['subtask_003'],
      evaluated: false,
    },
    {
      task: task('subtask_003', { status: 'blocked', reason: 'no iron' }),
      place: 'waits',
      waitsFor: [],
      evaluated: false,
    },
    {
      task: task('subtask_004', { status: 'blocked', reason: 'x', ended: true, objective: 'a\nb' }),
      place: 'finished',
      waitsFor: [],
      evaluated: true,
    },
  ],
  specialists: [
    { role: 'specialist_1', current: 'subtask_005', queued: ['subtask_006', 'subtask_007'] },
    { role: 'specialist_2', current: undefined, queued: [] },
  ],
  faults: [{ file: 'queue/tasks/specialist_2.yaml', reason: 'line 3: no mapping' }],
};

const report: Report = {
  worker_id: 'specialist_1',
  task_id: 'subtask_001',
  parent_cmd: 'cmd_001',
  timestamp: AT,
  status: 'done',
  result: { summary: 'Forged.\nTwice.', files_modified: [], test_results: '', notes: '' },
  purpose_validation: { meets_criteria: true, gaps: [] },
  skill_candidate: { found: false },
};
const evaluation = {
  task_id: 'subtask_001',
  evaluator: 'marshall',
  timestamp: AT,
  scores: { correctness: 5, code_quality: 4, efficiency: 3 },
  issues_found: [],
  knowledge_extracted: [],
};
const words = boardTexts.en.page;

describe('dashboard.md', () => {
  it('shows commands, tasks, specialists, results and faults', () => {
    const results = { reports: [report], evaluations: [evaluation] };
    expect(renderDashboard(view, words, results)).toMatchInlineSnapshot(`
      "# The board

      _Written by ovld after every change of the work. Do not edit this page: changes are lost._

      ## Commands

      ### cmd_001: in progress

      The gate \\| is &lt;shut> (castle, high)

      Acceptance criteria:

      - [ ] It is shut
      - [ ] It is locked

      ## Tasks

      | Task | Command | Specialist | Status | Objective | Waits for |
      | --- | --- | --- | --- | --- | --- |
      | subtask_001 | cmd_001 | specialist_1 | done (evaluated) | Forge a bolt | – |
      | subtask_002 | cmd_001 | specialist_1 | blocked | Forge a bolt | subtask_003 |
      | subtask_003 | cmd_001 | specialist_1 | blocked (no iron) | Forge a bolt | – |
      | subtask_004 | cmd_001 | specialist_1 | given up (evaluated) | a … | – |

      ## Specialists

      | Specialist | Now | Then |
      | --- | --- | --- |
      | specialist_1 | subtask_005 | subtask_006, subtask_007 |
      | specialist_2 | – | – |

      ## Reports

      | Task | Specialist | Status | Result | Correctness / quality / efficiency |
      | --- | --- | --- | --- | --- |
      | subtask_001 | specialist_1 | done | Forged. … | 5 / 4 / 3 |

      ## Documents that cannot be read

      | File | Why |
      | --- | --- |
      | queue/tasks/specialist_2.yaml | line 3: no mapping |
      "
    `);
  });

  it('says which program writes it, and nothing that changes while the work does not', () => {
    const page = renderDashboard(view, words);
    expect(page).toContain('Written by ovld');
    expect(page).toBe(renderDashboard(structuredClone(view), words));
    expect(page).not.toMatch(/\d\d:\d\d/);
  });

  it('is a page also when the board is empty', () => {
    const empty = { commands: [], gaps: [], tasks: [], specialists: [], faults: [] };
    expect(renderDashboard(empty, words).match(/^–$/gm)).toHaveLength(3);
    expect(renderDashboard(empty, boardTexts.ja.page)).toContain('# 掲示板');
  });

  it('keeps the words of other authors in their cells', () => {
    const objective = 'one | two <script> \u0007\u001b[31m back\\slash';
    const tasks = [
      { task: task('t', { objective }), place: 'given' as const, waitsFor: [], evaluated: false },
    ];
    const row = renderDashboard({ ...view, tasks }, words)
      .split('\n')
      .find((line) => line.startsWith('| t '));
    expect(row?.match(/(?<!\\)\|/g)).toHaveLength(7);
    expect(row).not.toMatch(/<script|[\u0000-\u001f]/);
  });
});

it.each([
  ['short', 'short'],
  ['one\ntwo', 'one …'],
  ['x'.repeat(200), `${'x'.repeat(119)}…`],
  ['𠮷'.repeat(130), `${'𠮷'.repeat(119)}…`],
])('%j is clipped to one line', (text, expected) => {
  expect(clipLine(text)).toBe(expected);
});
