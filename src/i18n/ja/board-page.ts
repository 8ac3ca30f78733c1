import type { boardPage as en } from '../en/board-page.ts';
import { workStatuses } from './states.ts';

export const boardPage: typeof en = {
  title: '掲示板',
  generated:
    '_仕事に変化があるたびに ovld が書き直します。編集しないでください。変更は失われます。_',
  headings: {
    commands: '指令',
    tasks: '任務',
    specialists: '専門家',
    reports: '報告',
    faults: '読めない文書',
  },
  columns: {
    task: '任務',
    command: '指令',
    specialist: '専門家',
    status: '状態',
    objective: '目標',
    waitsFor: '待つ任務',
    current: '今',
    queued: '次',
    result: '結果',
    scores: '正しさ / 品質 / 効率',
    criteria: '完了条件',
    file: 'ファイル',
    reason: '理由',
  },
  status: workStatuses,
  evaluated: '評価済み',
  none: '–',
};
