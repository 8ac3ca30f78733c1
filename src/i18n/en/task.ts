const id = 'the id of a task, such as subtask_001';

export const task = {
  about: 'look at tasks and move them on, as the role each move belongs to',
  inOverview: 'look at tasks and move them on',
  examples: { list: 'the tasks of the board', show: 'one of them' },
  list: {
    about: 'the tasks of the board',
    examples: { open: 'every open task', json: 'the same for a program' },
  },
  show: {
    about: 'one task with its report and evaluation, finished ones too',
    args: { task: id },
    examples: { one: 'with report and evaluation', json: 'the same for a program' },
  },
  assign: {
    about: 'give a specialist a task, as the marshall',
    args: { objective: 'what the task is for' },
    options: {
      to: 'the specialist who does it',
      command: 'the command it belongs to, such as cmd_001',
      persona: 'the expert the specialist is to be',
      deliverable: 'what has to be produced; may be given again',
      context: 'a hint or a reference; may be given again',
      blocks: 'a task that cannot start before this one is done; may be given again',
      blockedBy: 'a task this one waits for; may be given again',
      follows: 'the task whose gaps this one closes',
      taskId: 'assign this task again',
    },
    lines: {
      given: 'ovld task assign "Oil it" --to specialist_1 --command cmd_001 --persona Smith',
    },
    examples: { given: 'give a specialist a task', file: 'from a file' },
  },
  get: {
    about: 'the task a specialist has now, and what was learnt about such work',
    args: { role: 'the role whose task it is' },
    examples: { one: 'what specialist_1 works on', json: 'the same for a program' },
  },
  update: {
    about: 'begin a task or say that it is blocked, as its specialist',
    args: { task: id },
    options: { reason: 'why it is blocked', status: 'in_progress, or blocked with a reason' },
    lines: {
      blocked: 'ovld task update subtask_001 --status blocked --reason "No oil"',
    },
    examples: { begin: 'begin it', blocked: 'say that it is blocked' },
  },
  report: {
    about: 'report on a task, as its specialist',
    args: { task: id },
    options: {
      summary: 'what came of it',
      file: 'a file it is about; may be given again',
      tests: 'how the tests went',
      notes: 'remarks for later',
      gap: 'a criterion that is not met, by number or words; may be given again',
      skillName: 'a skill that was found: its name',
      skillDescription: 'what the skill does',
      skillReason: 'why it is worth one',
      status: 'done, failed or blocked',
      skill: 'nothing in it is worth becoming a skill',
    },
    lines: {
      done: 'ovld task report subtask_001 --status done --summary Oiled --no-skill',
    },
    examples: { done: 'it is done', file: 'from a file' },
  },
  evaluate: {
    about: 'judge a reported task, as the marshall',
    args: { task: id },
    options: {
      scores: 'correctness, quality, efficiency: three numbers from 1 to 5, such as 5,4,4',
      issue: 'something that is wrong with it; may be given again',
      learnt: 'pattern:… or lesson:… in one sentence; may be given again',
      moreTasks: 'the command goes on: further tasks follow',
      acceptGaps: 'what is missing need not be done',
      end: 'give up a task that failed',
    },
    lines: {
      learnt: 'ovld task evaluate subtask_001 --scores 3,3,3 --learnt "lesson: Oil it first"',
    },
    examples: { scores: 'judge a report', learnt: 'and keep what was learnt' },
    notScores: 'It must be three numbers from 1 to 5, such as 5,4,4.',
    notLearnt: 'It must begin with pattern: or lesson:.',
  },
};
