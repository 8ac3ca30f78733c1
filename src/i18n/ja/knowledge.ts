import type { knowledge as en } from '../en/knowledge.ts';
const tag = '探すためのタグ（何度でも）';
const type = 'pattern か lesson';
const limit = (usual: number): string => `最大の件数（${usual}）`;

export const knowledge: typeof en = {
  about: '学んだことを探す、残す',
  examples: { search: '関係する知見を探す', list: 'すべてを新しい順に' },
  search: {
    about: 'パターンと教訓を言葉・タグ・ファイルで探す（近い順）',
    args: { words: '探す言葉' },
    options: { tag, type, limit: limit(10), file: 'このファイルに関するものだけ（何度でも）' },
    lines: {
      words: 'ovld knowledge search 門 油',
      tag: 'ovld knowledge search --tag 鉄 --limit 3',
    },
    examples: { words: '言葉で探す', tag: 'タグで探す' },
  },
  list: {
    about: '学んだことをすべて、新しい順に並べる',
    options: { tag, type, limit: limit(100) },
    examples: { all: '新しい順に並べる', lessons: '教訓を JSON で' },
    columns: { id: 'ID', title: '題', tags: 'タグ' },
    empty: 'まだ何も学んでいません。',
  },
  record: {
    about: 'marshall としてパターンか教訓を残す',
    args: { content: '知見の中身' },
    options: {
      type,
      title: '題',
      tag,
      file: '関係するファイル（何度でも）',
      sourceTask: '学んだ任務',
    },
    lines: {
      lesson: 'ovld knowledge record "先に油を差す" --type lesson --title 門',
      tag: 'ovld knowledge record "五月に油を差す" --type pattern --title 油 --tag 鉄',
    },
    examples: { lesson: '教訓を残す', tag: '探すためのタグも付ける' },
  },
};
