import type { board as en } from '../en/board.ts';

export const board: typeof en = {
  about: '仕事の様子を表示する（指令、任務、担当）。指令を出す',
  inOverview: '仕事の様子を表示する。指令を出す',
  examples: { plain: '誰が何を担当しているか', json: '同じものを JSON で' },
  next: 'ovld board issue で指令を出せます。書き方は ovld board issue --help にあります。',
  issue: {
    about: 'envoy として marshall に指令を出す',
    args: { instruction: '指示の全文' },
    options: {
      purpose: '達成する状態を、確かめられる一文で',
      criterion: '完了条件（何度でも）',
      project: 'プロジェクトの id。指定がなければフォルダーの名前',
      priority: 'high、medium、low のどれか',
    },
    lines: {
      given: 'ovld board issue "門を直す" --purpose "門が閉まる" --criterion "錠がかかる"',
    },
    examples: { given: 'marshall に指令を出す', file: 'ファイルから出す' },
  },
};
