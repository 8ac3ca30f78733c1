import type { PaperHints } from '../papers/papers.ts';
import type { BoardNotes } from '../work/notes.ts';
import type { BoardErrors } from './texts.ts';

const place = (path: string, line: number | undefined): string =>
  line === undefined ? path : `${path}:${line}`;

const list = (names: readonly string[]): string => (names.length === 0 ? 'none' : names.join(', '));

export const enBoardErrors: BoardErrors = {
  unknown_type: ({ type, types }) => ({
    what: `${type} is no type of message`,
    hint: `the types are ${types.join(', ')}`,
  }),
  queue_locked: ({ path, holder }) => ({
    what: `${path} is being written to, and has been for too long (process ${holder})`,
    hint: 'nothing was written; try again in a moment',
  }),
  paper_invalid: ({ path, line, reason }) => ({
    what: `${place(path, line)} cannot be used: ${reason}`,
    hint: 'mend the file; docs/formats.md says what it may hold',
  }),
  paper_too_large: ({ path, bytes, limit }) => ({
    what: `${path} has ${bytes} bytes, and ${limit} is the limit`,
    hint: 'move what is old out of it',
  }),
  board_off: ({ session }) => ({
    what: `the army ${session} has no board`,
    hint: 'put `toolsets: [messaging, board, knowledge]` into .ovld/config.yaml, or summon --formation bastion',
  }),
  not_your_duty: ({ role, duty }) => ({
    what: `${role} may not do that: it is for the ${duty}`,
    hint: 'send a message to whoever may',
  }),
  not_a_specialist: ({ role, specialists }) => ({
    what: `${role} takes no tasks`,
    hint: `tasks are for ${list(specialists)}`,
  }),
  unknown_command: ({ id, known }) => ({
    what: `there is no command ${id}`,
    hint: `the commands are ${list(known)}`,
  }),
  unknown_task: ({ id }) => ({
    what: `there is no task ${id}`,
    hint: 'list_board (or ovld board) shows the tasks',
  }),
  no_task: ({ role }) => ({
    what: `${role} has no task now`,
    hint: 'wait: a message comes with the next one',
  }),
  not_your_task: ({ id, owner }) => ({
    what: `${id} is the task of ${owner}`,
    hint: 'get_task shows yours',
  }),
  illegal_move: ({ id, from, to, allowed }) => ({
    what: `${id} is ${from} and cannot become ${to}`,
    hint: allowed.length === 0 ? 'it is finished' : `from here it can become ${allowed.join(', ')}`,
  }),
  dependency_cycle: ({ cycle }) => ({
    what: `these tasks would wait for each other: ${cycle.join(' → ')}`,
    hint: 'leave out one of the dependencies; nothing was changed',
  }),
  task_has_dependents: ({ id, dependents }) => ({
    what: `${id} cannot be given up: ${dependents.join(', ')} wait for it`,
    hint: 'assign those again without it, or end them first',
  }),
  command_closed: ({ id }) => ({
    what: `${id} is done; no task can be added to it`,
    hint: 'ask the envoy for a new command',
  }),
  other_command: ({ id, command }) => ({
    what: `${id} belongs to ${command}`,
    hint: 'assign it again for that command, or make a new task',
  }),
  reason_missing: ({ id }) => ({
    what: `${id} cannot be blocked without a reason`,
    hint: 'say in `reason` what it waits for',
  }),
  gaps_contradict: ({ meets }) => ({
    what: meets
      ? 'the report says that the criteria are met, and lists gaps'
      : 'the report says that the criteria are not met, and names no gap',
    hint: meets
      ? 'set meets_criteria to false, or leave gaps empty'
      : 'name in gaps each criterion that is not met, by its number or its words',
  }),
  unknown_criterion: ({ number, count }) => ({
    what: `the command has no criterion ${number}`,
    hint: `its criteria have the numbers 1 to ${count}; a gap can also be given in words`,
  }),
  not_reported: ({ id, status }) => ({
    what: `${id} is ${status}: there is nothing to evaluate yet`,
    hint: 'a task is evaluated once its report is in; end: true gives up one that failed',
  }),
  already_evaluated: ({ id }) => ({
    what: `${id} has been evaluated`,
    hint: 'an evaluation stands; record_knowledge adds what was learnt since',
  }),
};

export const enBoardNotes: BoardNotes = {
  commandIssued: ({ id, purpose, priority }) => ({
    subject: `New command ${id}`,
    body: `${id} (priority ${priority}): ${purpose}\nlist_board shows it whole. Decide how, and give out the work with assign_task.`,
  }),
  taskGiven: ({ id, command, persona, objective }) => ({
    subject: `Task ${id}`,
    body: `${id} of ${command} is yours, as ${persona}: ${objective}\nget_task shows it whole. Say update_task in_progress when you begin, and submit_report at the end.`,
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

export const enPaperHints: PaperHints = {
  blocks: 'tasks that cannot start before this one is complete',
  blocked_by: 'tasks whose completion this one waits for',
  found: 'required',
  correctness: 'how far the requirements are met',
  code_quality: 'quality of the code',
  efficiency: 'how efficiently the work was done',
};
