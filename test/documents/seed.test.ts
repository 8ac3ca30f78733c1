import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { documentHints } from '../../src/i18n/board-notes.ts';
import { parseBySchema } from '../../src/documents/yaml/document-reader.ts';
import { readCommands, joinList } from '../../src/documents/yaml/command-list.ts';
import * as write from '../../src/documents/yaml/write.ts';
import { evaluationSchema } from '../../src/work/evaluation.ts';
import { knowledgeSchema } from '../../src/work/knowledge.ts';
import { reportSchema } from '../../src/work/report.ts';
import { taskSchema } from '../../src/work/task.ts';
import { boardWorld, filesOf, report, task, verdict } from '../support/board-world.ts';
import { tempDir } from '../support/temp.ts';

const SEED = fileURLToPath(new URL('../fixtures/bastion/', import.meta.url));
const COMMANDS = 'queue/envoy_to_marshall.yaml';
const TASK = 'queue/tasks/specialist_1.yaml';
const REPORT = 'queue/reports/specialist_1_report.yaml';
const EVALUATION = 'knowledge/evaluations/eval_subtask_001.yaml';
const PATTERN = 'knowledge/patterns/go-jwt-middleware.yaml';
const seed = (path: string): string => readFileSync(join(SEED, path), 'utf8');

function valueOf<T>(path: string, schema: Parameters<typeof parseBySchema<T>>[1]): T {
  const read = parseBySchema(seed(path), schema);
  if ('reason' in read) throw new Error(`${path}: ${read.reason}`);
  return read.value;
}

/** A project with some of the seed's documents in it. */
function seeded(...paths: string[]) {
  const root = join(tempDir(), '.ovld');
  for (const path of paths) cpSync(join(SEED, path), join(root, path), { recursive: true });
  return boardWorld({ root });
}

describe("the seed's examples", () => {
  // [bastion.command.1 bastion.command.2 bastion.command.3 bastion.command.4 bastion.command.5]
  it('commands are read field by field', () => {
    const { entries, head, reason } = readCommands(seed(COMMANDS));
    expect(reason).toBeUndefined();
    expect(entries.map(({ command }) => command)).toEqual([
      {
        id: 'cmd_001',
        timestamp: '2026-02-08T10:00:00',
        purpose: '認証機能が JWT ベースで動作する',
        acceptance_criteria: [
          'POST /auth/login が JWT を返す',
          'protected endpoint が JWT 検証する',
          'テストがパスする',
        ],
        command: 'JWT認証を実装\n- ログインエンドポイント作成\n- ミドルウェア実装\n- テスト作成',
        project: 'api-server',
        priority: 'high',
        status: 'pending',
      },
    ]);
    expect(joinList({ head, entries })).toBe(seed(COMMANDS));
  });

  // [bastion.command.6 bastion.command.7 bastion.command.8 bastion.command.9]
  it("a new command is written in the seed's form", () => {
    const [entry] = readCommands(seed(COMMANDS)).entries;
    expect(write.header(COMMANDS) + write.writeCommand(entry!.command)).toBe(seed(COMMANDS));
  });

  // [bastion.task.1 bastion.task.2 bastion.task.3 bastion.task.4 bastion.task.5 bastion.task.6]
  it('a task is read: its ids, persona, objective and state', () => {
    const value = valueOf(TASK, taskSchema());
    expect(value).toMatchObject({
      task_id: 'subtask_001',
      parent_cmd: 'cmd_001',
      assigned_to: 'specialist_1',
      persona: 'Senior Backend Engineer',
      timestamp: '2026-02-08T10:05:00',
    });
    expect(write.writeTask(TASK, value, documentHints.ja)).toBe(seed(TASK));
    expect(write.writeTask(TASK, value, documentHints.en)).not.toBe(seed(TASK));
  });

  // [bastion.task.7 bastion.task.8 bastion.task.9 bastion.task.10 bastion.task.11 bastion.task.12]
  it('a task is read: its remaining fields', () => {
    expect(valueOf(TASK, taskSchema())).toMatchObject({
      status: 'assigned',
      objective: 'JWT認証ミドルウェアの実装',
      deliverables: ['middleware/auth.go', 'middleware/auth_test.go'],
      context: ['既存の middleware/logger.go を参考'],
      blocks: [],
      blocked_by: [],
    });
  });

  // [bastion.report.1 bastion.report.2 bastion.report.3 bastion.report.4 bastion.report.5]
  // [bastion.report.6 bastion.report.7]
  it('a report is read: its task, author and result', () => {
    const value = valueOf(REPORT, reportSchema());
    expect(value).toMatchObject({
      worker_id: 'specialist_1',
      task_id: 'subtask_001',
      parent_cmd: 'cmd_001',
      timestamp: '2026-02-08T11:00:00',
      status: 'done',
      result: { summary: 'JWT認証ミドルウェア実装完了' },
    });
    expect(write.writeReport(REPORT, value, documentHints.ja)).toBe(seed(REPORT));
  });

  // [bastion.report.8 bastion.report.9 bastion.report.10 bastion.report.12 bastion.report.13]
  // [bastion.report.15]
  it('a report is read: its validation and skill candidate', () => {
    expect(valueOf(REPORT, reportSchema())).toMatchObject({
      result: {
        files_modified: ['middleware/auth.go', 'middleware/auth_test.go'],
        test_results: '4/4 passed',
        notes: 'リフレッシュトークンは次フェーズで実装推奨',
      },
      purpose_validation: { meets_criteria: true, gaps: [] },
      skill_candidate: { found: true, name: 'jwt-middleware' },
    });
  });

  // [bastion.evaluation.1 bastion.evaluation.2 bastion.evaluation.4 bastion.evaluation.8]
  // [bastion.evaluation.9 bastion.evaluation.10]
  it('an evaluation is read field by field', () => {
    const { evaluation } = valueOf(EVALUATION, evaluationSchema());
    expect(evaluation).toMatchObject({
      task_id: 'subtask_001',
      evaluator: 'marshall',
      timestamp: '2026-02-08T11:30:00',
      scores: { correctness: 5, code_quality: 4, efficiency: 4 },
      issues_found: [],
      knowledge_extracted: [{ type: 'pattern' }, { type: 'lesson' }],
    });
    expect(write.writeEvaluation(EVALUATION, evaluation, documentHints.ja)).toBe(seed(EVALUATION));
  });

  // [bastion.knowledge.1 bastion.knowledge.2 bastion.knowledge.3 bastion.knowledge.4]
  // [bastion.knowledge.5 bastion.knowledge.6 bastion.knowledge.7 bastion.knowledge.8]
  // [bastion.knowledge.9]
  it('a pattern is read field by field', () => {
    const value = valueOf(PATTERN, knowledgeSchema());
    expect(value).toEqual({
      id: 'pattern_001',
      type: 'pattern',
      source_task: 'subtask_001',
      timestamp: '2026-02-08T11:30:00',
      title: 'Go JWT認証ミドルウェア',
      content:
        '- github.com/golang-jwt/jwt/v5 を使用\n- Claims は独自構造体で定義\n- ミドルウェアは net/http.Handler をラップ',
      files: ['middleware/auth.go'],
      tags: ['go', 'jwt', 'auth', 'middleware'],
    });
    expect(write.writeKnowledge(PATTERN, value)).toBe(seed(PATTERN));
  });
});

describe("moves on the seed's documents", () => {
  it('[bastion.layout.1 bastion.layout.4] a change of one status changes exactly that word', async () => {
    const { board, root } = seeded(COMMANDS, TASK);
    await board.update('specialist_1', { status: 'in_progress' });
    const after = filesOf(root);
    const word = (path: string, from: string, to: string): string =>
      seed(path).replace(`status: ${from} `, `status: ${to} `);
    expect(after[TASK]).toBe(word(TASK, 'assigned', 'in_progress'));
    // Its first task has been given out, though not by this board.
    expect(after[COMMANDS]).toBe(word(COMMANDS, 'pending', 'in_progress'));
  });

  it('[bastion.layout.5] a report beside an older one leaves that in the archive, byte for byte', async () => {
    const { board, root } = seeded(COMMANDS, TASK, REPORT);
    await board.update('specialist_1', { status: 'in_progress' });
    await board.report(
      'specialist_1',
      report({ status: 'failed', purpose_validation: { meets_criteria: false, gaps: ['2'] } }),
    );
    const after = filesOf(root);
    const old = 'queue/archive/commands/cmd_001/reports/subtask_001.1.yaml';
    expect(after[old]).toBe(seed(REPORT).replace(REPORT, old));
    expect(after[REPORT]).toContain('status: failed # done | failed | blocked');
    expect(after[REPORT]).toContain('protected endpoint が JWT 検証する');
  });

  it('a finished task goes to the archive with every word of its text', async () => {
    const { board, root } = seeded(COMMANDS, TASK);
    await board.update('specialist_1', { status: 'in_progress' });
    await board.report('specialist_1', report());
    const done = 'queue/archive/commands/cmd_001/tasks/subtask_001.yaml';
    const files = filesOf(root);
    expect(files[done]).toBe(
      seed(TASK).replace(TASK, done).replace('status: assigned ', 'status: done '),
    );
    expect(files[TASK]).toBeUndefined();
  });

  it('what a person wrote beside the fields stays: comments, order, unknown keys', async () => {
    const { board, root, documents } = seeded(COMMANDS, TASK);
    const mine = `# mine\n${seed(TASK)}\nestimate: 3h # a guess\n`;
    const { writeFileSync } = await import('node:fs');
    writeFileSync(join(root, TASK), mine);
    await board.assign('marshall', task('specialist_2', { blocks: ['subtask_001'] }));
    const waiting = filesOf(root)['queue/tasks/waiting/subtask_001.yaml'];
    expect(waiting).toBe(
      mine
        .replace('status: assigned ', 'status: blocked ')
        .replace('blocked_by: [] ', 'blocked_by: [subtask_002] '),
    );
    expect((await documents.read()).waiting).toMatchObject([{ blocked_by: ['subtask_002'] }]);
  });

  it("together they are a board: the seed's evaluation and knowledge are found", async () => {
    const { board, documents } = seeded('queue', 'knowledge');
    expect(await board.current('specialist_1')).toMatchObject({
      task: { task_id: 'subtask_001' },
      command: { id: 'cmd_001' },
      queued: 0,
    });
    expect(
      (await documents.knowledge()).map(({ path, document }) => [path, document.type]),
    ).toEqual([
      [PATTERN, 'pattern'],
      [EVALUATION, 'pattern'],
      [EVALUATION, 'lesson'],
    ]);
    await board.update('specialist_1', { status: 'in_progress' });
    await board.report('specialist_1', report());
    await expect(board.evaluate('marshall', verdict('subtask_001'))).rejects.toMatchObject({
      code: 'already_evaluated',
    });
    expect((await board.list()).faults).toEqual([]);
  });
});
