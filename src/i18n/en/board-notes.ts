import type { DocumentHints } from '../../documents/documents.ts';
import type { BoardNotes } from '../../work/notes.ts';

export const boardNotes: BoardNotes = {
  commandIssued: ({ id, purpose, priority }) => ({
    subject: `New command ${id}`,
    body: `${id} (priority ${priority}): ${purpose}\nlist_board shows it whole. Decide how, and give out the work with assign_task.`,
  }),
  taskGiven: ({ id, command, persona, objective }) => ({
    subject: `Task ${id}`,
    body: `${id} of ${command} is yours, as ${persona}: ${objective}\nget_task shows it whole. Call update_task in_progress when you begin, and submit_report at the end.`,
  }),
  taskWithdrawn: ({ id, to, ended }) => ({
    subject: `Task ${id} is no longer yours`,
    body: `${ended ? `${id} was given up.` : to === undefined ? `${id} has to wait for other tasks; a message comes when it can begin.` : `${id} was given to ${to}.`} Leave it as it is.`,
  }),
  reported: ({ id, by, status, summary, gaps }) => ({
    subject: `Report on ${id}: ${status}`,
    body: [
      `${by} reports ${id} ${status}: ${summary}`,
      ...(gaps.length === 0 ? [] : ['Missing:', ...gaps.map((gap) => `- ${gap}`)]),
      status === 'done'
        ? 'Judge it with evaluate_task.'
        : `Give it out again with assign_task (task_id ${id}), or end it with evaluate_task (end: true).`,
    ].join('\n'),
  }),
  declaredBlocked: ({ id, by, reason }) => ({
    subject: `${id} is blocked`,
    body: `${by} cannot go on with ${id}: ${reason}\nHelp with a message, give it out again with assign_task (task_id ${id}), or end it with evaluate_task (end: true).`,
  }),
  commandDone: ({ id, purpose, tasks, ended }) => ({
    subject: `Command ${id} is done`,
    body: [
      `${id} is done: ${purpose}`,
      ...(tasks.length === 0 ? [] : [`Tasks: ${tasks.join(', ')}`]),
      ...(ended.length === 0 ? [] : [`Given up, not done: ${ended.join(', ')}`]),
    ].join('\n'),
  }),
  taskGoesOn: ({ id, status, objective }) => ({
    subject: `Go on with ${id}`,
    body: `The army is up again. ${id} (${status}) is yours: ${objective}\nget_task shows it whole.`,
  }),
  boardGoesOn: ({ pending, unevaluated, stuck, orphaned }) => ({
    subject: 'The board goes on',
    body: [
      'The army is up again.',
      ...(pending.length === 0 ? [] : [`Commands without an open task: ${pending.join(', ')}`]),
      ...(unevaluated.length === 0 ? [] : [`To be evaluated: ${unevaluated.join(', ')}`]),
      ...(stuck.length === 0
        ? []
        : [`Failed or blocked, or wait for what will never be done: ${stuck.join(', ')}`]),
      ...(orphaned.length === 0
        ? []
        : [
            `Their specialist is not in this army: ${orphaned.map(({ id, of }) => `${id} (${of})`).join(', ')}`,
            'Give each to another: assign_task with the same task_id.',
          ]),
      'list_board shows everything.',
    ].join('\n'),
  }),
};

export const documentHints: DocumentHints = {
  blocks: 'tasks that cannot start before this one is complete',
  blocked_by: 'tasks whose completion this one waits for',
  found: 'required',
  correctness: 'how far the requirements are met',
  code_quality: 'quality of the code',
  efficiency: 'how efficiently the work was done',
};
