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
