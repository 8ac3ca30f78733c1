import type { argumentFaults as en } from '../en/faults.ts';

const list = (names: readonly string[]): string => names.join('、');

const types = {
  text: '文字列',
  number: '整数',
  boolean: 'true か false',
  list: 'リスト',
  object: 'オブジェクト',
};

export const argumentFaults: typeof en = {
  missing: (at) => `${at} がありません`,
  wrongType: (at, wanted) => `${at} は${types[wanted]}にしてください`,
  notOneOf: (at, values) => `${at} は ${list(values)} のどれかにしてください`,
  tooSmall: (at, least, given) => `${at} が ${given} です。${least} 以上にしてください`,
  tooBig: (at, most, given) => `${at} が ${given} です。${most} 以下にしてください`,
  empty: (at) => `${at} が空です`,
  tooLong: (at, most, given) => `${at} が ${given} 文字あります。上限は ${most} です`,
  tooMany: (at, most, given) => `${at} が ${given} 件あります。上限は ${most} です`,
  notAnId: (at) => `${at} は id になりません。小文字で始まる小文字・数字・-・_ で、64 文字までです`,
  unknown: (names) => `${list(names)} という引数はありません`,
  other: (at) => `${at} が正しくありません`,
  wanted: {
    skill_candidate:
      '報告には必ず要ります。{ found: false }、または { found: true, name, description, reason }',
    'skill_candidate.name': '見つけたスキルには name、description、reason が要ります',
    'skill_candidate.description': '見つけたスキルには name、description、reason が要ります',
    'skill_candidate.reason': '見つけたスキルには name、description、reason が要ります',
    scores: 'correctness、code_quality、efficiency をそれぞれ 1 から 5 で',
    'scores.correctness': '点数は 1 から 5 です',
    'scores.code_quality': '点数は 1 から 5 です',
    'scores.efficiency': '点数は 1 から 5 です',
    purpose_validation: '{ meets_criteria: true か false, gaps: [足りないもの] }',
    acceptance_criteria: '確かめられる条件をひとつ以上',
  },
};
