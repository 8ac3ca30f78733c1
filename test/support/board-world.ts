import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { boardNotes, documentHints } from '../../src/i18n/board-notes.ts';
import { nodeDisk, type Disk } from '../../src/kit/disk.ts';
import { createIds } from '../../src/kit/id.ts';
import type { Note } from '../../src/documents/documents.ts';
import { openYamlDocuments, type YamlParts } from '../../src/documents/yaml.ts';
import type { Board } from '../../src/work/board.ts';
import type { CommandOrder } from '../../src/work/command.ts';
import type { EvaluationOrder } from '../../src/work/evaluation.ts';
import { openBoard } from '../../src/work/open-board.ts';
import { viewBoard } from '../../src/work/view.ts';
import type { ReportOrder } from '../../src/work/report.ts';
import type { TaskOrder } from '../../src/work/task.ts';
import { tempDir } from './temp.ts';

const seat = (role: string, duty: 'envoy' | 'marshall' | 'specialist') => ({
  role,
  duty,
  commands: [],
  args: [],
});

export const bastion = (specialists = 3) => ({
  roles: [
    seat('envoy', 'envoy'),
    seat('marshall', 'marshall'),
    ...Array.from({ length: specialists }, (_, i) => seat(`specialist_${i + 1}`, 'specialist')),
  ],
});

/** Nothing is synced: no power cut here. */
export const quickDisk: Disk = {
  ...nodeDisk,
  writeNew: (path, text) => nodeDisk.writeNew(path, text, { sync: false }),
  openDir: async () => ({ sync: async () => undefined, close: () => undefined }),
};

export interface BoardWorld {
  root: string;
  board: Board;
  documents: ReturnType<typeof openYamlDocuments>;
  /** Messages, in the order they were sent. */
  sent: Note[];
  /** Moves the clock on. */
  later: (seconds: number) => void;
  text: (path: string) => string;
}

export interface WorldOptions extends Partial<YamlParts> {
  specialists?: number;
  sent?: Note[];
  time?: { ms: number };
}

/** 10:00 on the seed's day, wherever the machine stands. */
export const TEN = new Date(2026, 1, 8, 10, 0, 0).getTime();

export function boardWorld(options: WorldOptions = {}): BoardWorld {
  const { specialists = 3, sent = [], time = { ms: TEN }, ...parts } = options;
  const root = parts.root ?? join(tempDir(), '.ovld');
  const formation = bastion(specialists);
  const clock = { now: () => time.ms };
  const documents = openYamlDocuments({
    disk: quickDisk,
    ids: createIds({ now: Date.now }),
    post: async (note) => {
      sent.push(note);
      return `msg_${sent.length}`;
    },
    hints: documentHints.ja,
    dashboard: (state) => `${JSON.stringify(viewBoard(state, []).commands)}\n`,
    ...parts,
    root,
  });
  return {
    root,
    documents,
    board: openBoard({ documents, formation, clock, words: boardNotes.en }),
    sent,
    later: (seconds) => void (time.ms += seconds * 1000),
    text: (path) => readFileSync(join(root, path), 'utf8'),
  };
}

export const command = (more: Partial<CommandOrder> = {}): CommandOrder => ({
  purpose: 'the login works',
  acceptance_criteria: ['POST /login answers', 'the tests pass'],
  command: 'build it\n- with tests',
  project: 'api-server',
  priority: 'medium',
  ...more,
});

export const task = (to: string, more: Partial<TaskOrder> = {}): TaskOrder => ({
  parent_cmd: 'cmd_001',
  assigned_to: to,
  persona: 'Senior Engineer',
  objective: 'do it',
  deliverables: [],
  context: [],
  ...more,
});

export const report = (more: Partial<ReportOrder> = {}): ReportOrder => ({
  status: 'done',
  result: { summary: 'it is so', files_modified: [], test_results: '', notes: '' },
  purpose_validation: { meets_criteria: true, gaps: [] },
  skill_candidate: { found: false },
  ...more,
});

export const verdict = (task_id: string, more: Partial<EvaluationOrder> = {}): EvaluationOrder => ({
  task_id,
  scores: { correctness: 5, code_quality: 4, efficiency: 4 },
  issues_found: [],
  knowledge_extracted: [],
  more_tasks: false,
  accept_gaps: false,
  end: false,
  ...more,
});

/** Every file of the project's own folder, but for locks: path → text. */
export function filesOf(root: string, dir = ''): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(join(root, dir)).toSorted()) {
    const path = join(dir, name);
    if (name === '.lock') continue;
    if (statSync(join(root, path)).isDirectory()) Object.assign(found, filesOf(root, path));
    else found[path] = readFileSync(join(root, path), 'utf8');
  }
  return found;
}
