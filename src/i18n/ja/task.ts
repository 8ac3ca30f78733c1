import type { task as en } from '../en/task.ts';
const id = '任務の id（例: subtask_001）';

export const task: typeof en = {
  about: '任務を見る、担当の役として進める',
  inOverview: '',
  examples: { list: '掲示板の任務', show: 'そのうちの一つ' },
  list: {
    about: '掲示板の任務を並べる',
    examples: { open: '終わっていない任務', json: '同じものを JSON で' },
  },
  show: {
    about: '任務ひとつと、その報告・評価を表示する（完了したものも）',
    args: { task: id },
    examples: { one: '報告と評価も見る', json: '同じものを JSON で' },
  },
  assign: {
    about: 'marshall として専門家に任務を割り当てる',
    args: { objective: '任務の目標' },
    options: {
      to: '担当する専門家',
      command: '属する指令（例: cmd_001）',
      persona: 'どの専門家として当たるか',
      deliverable: '作るもの（何度でも）',
      context: '手がかりや参照先（何度でも）',
      blocks: 'これが終わるまで始められない任務（何度でも）',
      blockedBy: 'これが待つ任務（何度でも）',
      follows: 'どの任務の不足を埋めるか',
      taskId: 'この任務を割り当て直す',
    },
    lines: {
      given: 'ovld task assign "油を差す" --to specialist_1 --command cmd_001 --persona 鍛冶',
    },
    examples: { given: '専門家に任務を割り当てる', file: 'ファイルから割り当てる' },
  },
  get: {
    about: '専門家の今の任務と、関係する知見を表示する',
    args: { role: '任務を持つ役' },
    examples: { one: 'specialist_1 の今の任務', json: '同じものを JSON で' },
  },
  update: {
    about: '担当として任務を始める、または止まっていると知らせる',
    args: { task: id },
    options: { reason: '止まっている理由', status: 'in_progress、または理由を添えて blocked' },
    lines: {
      blocked: 'ovld task update subtask_001 --status blocked --reason "油がない"',
    },
    examples: { begin: '任務を始める', blocked: '止まっていると知らせる' },
  },
  report: {
    about: '担当として任務を報告する',
    args: { task: id },
    options: {
      summary: '結果',
      file: '関係するファイル（何度でも）',
      tests: 'テストの結果',
      notes: '後のための覚え書き',
      gap: '満たしていない条件を番号か文言で（何度でも）',
      skillName: '見つけたスキルの名前',
      skillDescription: 'スキルの内容',
      skillReason: 'スキルにする理由',
      status: 'done、failed、blocked のどれか',
      skill: 'スキルにする価値のあるものはない',
    },
    lines: {
      done: 'ovld task report subtask_001 --status done --summary 油を差した --no-skill',
    },
    examples: { done: '完了を報告する', file: 'ファイルから報告する' },
  },
  evaluate: {
    about: 'marshall として報告された任務を評価する',
    args: { task: id },
    options: {
      scores: '正しさ、品質、効率。1 から 5 の数を三つ（例: 5,4,4）',
      issue: '問題点（何度でも）',
      learnt: 'pattern:… か lesson:… を一文で（何度でも）',
      moreTasks: '指令は続く（任務がまだある）',
      acceptGaps: '不足はそのままでよい',
      end: '失敗した任務を打ち切る',
    },
    lines: {
      learnt: 'ovld task evaluate subtask_001 --scores 3,3,3 --learnt "lesson: 先に油を差す"',
    },
    examples: { scores: '報告を評価する', learnt: '学んだことも残す' },
    notScores: '1 から 5 の数を三つ、5,4,4 のように指定してください。',
    notLearnt: 'pattern: か lesson: で始めてください。',
  },
};
