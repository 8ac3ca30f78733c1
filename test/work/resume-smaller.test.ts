import { expect, it } from 'vitest';
import { boardNotes } from '../../src/i18n/board-notes.ts';
import { openBoard } from '../../src/work/open-board.ts';
import { desk, deskDocuments } from '../support/board-memory.ts';
import { bastion, command, task, TEN } from '../support/board-world.ts';

const clock = { now: () => TEN };

it.each([
  ['en', boardNotes.en],
  ['ja', boardNotes.ja],
] as const)(
  'after a summons with fewer specialists the marshall is told which tasks have no role, and can reassign them (%s)',
  async (_, words) => {
    const on = desk();
    const documents = deskDocuments(on);
    const many = openBoard({ documents, formation: bastion(3), clock, words });
    await many.issue('envoy', command());
    await many.assign('marshall', task('specialist_1'));
    await many.assign('marshall', task('specialist_3'));
    await many.update('specialist_3', { status: 'in_progress' });
    await many.assign('marshall', task('specialist_2', { blocked_by: ['subtask_002'] }));

    const few = openBoard({ documents, formation: bastion(1), clock, words });
    await few.resume();
    const told = on.notes.findLast(({ to }) => to === 'marshall');
    expect(told?.body).toMatch(/subtask_002.*specialist_3.*subtask_003.*specialist_2/);
    expect(told?.body).not.toContain('subtask_001');
    const { task: again } = await few.assign(
      'marshall',
      task('specialist_1', { task_id: 'subtask_002' }),
    );
    expect(again.assigned_to).toBe('specialist_1');
  },
);
