import type { approve as en } from '../en/approve.ts';

export const approve: typeof en = {
  about: 'プロジェクトの陣形が何を実行するかを確認し、承認する',
  inOverview: '',
  args: { formation: '陣形の名前。省略すると、ここで召喚される陣形' },
  options: {
    yes: '確認せずに承認する',
    list: '承認済みのものを、全プロジェクト分表示する',
    forget: '承認を取り消す',
  },
  examples: {
    see: 'このプロジェクトの陣形が実行する内容を確認して答える',
    unasked: '名前を指定して承認する（スクリプト用）',
    list: '承認済みのものをすべて表示する',
  },
  chooses: (formation, folder) =>
    `陣形 ${formation} は ${folder} に置かれたもので、このマシンで次の内容を実行します:`,
  question: 'この内容をそのまま承認しますか? [y/N] ',
  needsYes: 'ovld approve は確認を求めます。端末がないときは --yes を付けてください',
  oneOf: '--yes、--list、--forget は同時に指定できません',
  approved: (formation) =>
    `承認しました。内容が変わらないかぎり、陣形 ${formation} はここで実行できます。`,
  approvedBefore: 'この内容はすでに承認済みです。',
  notApproved: '承認しませんでした。何も変更していません。',
  nothing: (formation) =>
    `陣形 ${formation} は実行する内容を何も指定していないので、承認は要りません。`,
  ownFile: (formation) =>
    `陣形 ${formation} はあなた自身のものか、ovld に付属のものなので、承認は要りません。`,
  forgotten: (formation) => `承認を取り消しました。陣形 ${formation} は次に改めて確認します。`,
  unknown: (formation) => `陣形 ${formation} は、ここではまだ承認されていません。`,
  none: '承認済みのものはまだありません。',
  columns: { formation: '陣形', folder: 'フォルダー' },
  wouldAsk: (line) => `まだ承認されていません。実行する前に確認を求めます（${line}）。`,
};
