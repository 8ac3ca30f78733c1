import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { boardNotes, documentHints } from '../../src/i18n/board-notes.ts';
import { systemClock } from '../../src/kit/clock.ts';
import { nodeDisk } from '../../src/kit/disk.ts';
import { createIds } from '../../src/kit/id.ts';
import { openYamlDocuments } from '../../src/documents/yaml.ts';
import { openBoard } from '../../src/work/open-board.ts';

/**
 * Plays one specialist, and an envoy and a marshall that give it work without end. Prints every move once it is
 * done; may be killed at any moment, and its next process continues the work.
 */
const [, , root = '', role = '', post = ''] = process.argv;
const seat = (name: string, duty: 'envoy' | 'marshall' | 'specialist') => ({
  role: name,
  duty,
  commands: [],
  args: [],
});
const board = openBoard({
  documents: openYamlDocuments({
    root,
    disk: nodeDisk,
    ids: createIds(systemClock),
    hints: documentHints.en,
    dashboard: () => '# board\n',
    post: async ({ to, subject }) => {
      appendFileSync(join(post, to), `${subject}\n`);
      return 'msg_001';
    },
  }),
  formation: {
    roles: [seat('envoy', 'envoy'), seat('marshall', 'marshall'), seat(role, 'specialist')],
  },
  clock: systemClock,
  words: boardNotes.en,
});
const say = (...words: string[]): void => void process.stdout.write(`${words.join(' ')}\n`);

async function turn(): Promise<void> {
  const now = await board.current(role);
  if (now === undefined) {
    const { command } = await board.issue('envoy', {
      purpose: 'p',
      acceptance_criteria: ['a'],
      command: 'c',
      project: 'x',
      priority: 'low',
    });
    say('issued', command.id);
    const { task } = await board.assign('marshall', {
      parent_cmd: command.id,
      assigned_to: role,
      persona: 'p',
      objective: role,
      deliverables: [],
      context: [],
    });
    say('assigned', task.task_id);
    return;
  }
  const id = now.task.task_id;
  if (now.task.status === 'assigned') {
    await board.update(role, { status: 'in_progress' });
    say('began', id);
    return;
  }
  await board.report(role, {
    status: 'done',
    result: { summary: 's', files_modified: [], test_results: '', notes: '' },
    purpose_validation: { meets_criteria: true, gaps: [] },
    skill_candidate: { found: false },
  });
  say('reported', id);
  await board.evaluate('marshall', {
    task_id: id,
    scores: { correctness: 3, code_quality: 3, efficiency: 3 },
    issues_found: [],
    knowledge_extracted: [],
    more_tasks: false,
    accept_gaps: false,
    end: false,
  });
  say('evaluated', id);
}

for (;;) await turn();
