import type { BoardErrors } from './texts.ts';

const place = (path: string, line: number | undefined): string =>
  line === undefined ? path : `${path}:${line}`;

const list = (names: readonly string[]): string => (names.length === 0 ? 'なし' : names.join('、'));

export const jaBoardErrors: BoardErrors = {
  unknown_type: ({ type, types }) => ({
    what: `${type} はメッセージの種類ではありません`,
    hint: `種類は ${types.join('、')} です`,
  }),
  queue_locked: ({ path, holder }) => ({
    what: `${path} は書き込み中のままです（プロセス ${holder}）`,
    hint: '何も書かれていません。少し待ってからもう一度試してください',
  }),
  paper_invalid: ({ path, line, reason }) => ({
    what: `${place(path, line)} は使えません: ${reason}`,
    hint: 'ファイルを直してください。書ける内容は docs/formats.md にあります',
  }),
  paper_too_large: ({ path, bytes, limit }) => ({
    what: `${path} は ${bytes} バイトで、上限の ${limit} を超えています`,
    hint: '古い内容を別の場所へ移してください',
  }),
  board_off: ({ session }) => ({
    what: `軍 ${session} には掲示板がありません`,
    hint: '.ovld/config.yaml に `toolsets: [messaging, board, knowledge]` と書くか、--formation bastion で召喚してください',
  }),
  not_your_duty: ({ role, duty }) => ({
    what: `${role} にはできません。${duty} の務めです`,
    hint: 'その役にメッセージを送ってください',
  }),
  not_a_specialist: ({ role, specialists }) => ({
    what: `${role} は任務を受けません`,
    hint: `任務を受けるのは ${list(specialists)} です`,
  }),
  unknown_command: ({ id, known }) => ({
    what: `指令 ${id} はありません`,
    hint: `指令は ${list(known)} です`,
  }),
  unknown_task: ({ id }) => ({
    what: `任務 ${id} はありません`,
    hint: 'list_board（または ovld board）で任務を確かめてください',
  }),
  no_task: ({ role }) => ({
    what: `${role} には今、任務がありません`,
    hint: '次の任務が来るとメッセージが届きます。お待ちください',
  }),
  not_your_task: ({ id, owner }) => ({
    what: `${id} は ${owner} の任務です`,
    hint: '自分の任務は get_task で確かめてください',
  }),
  illegal_move: ({ id, from, to, allowed }) => ({
    what: `${id} は ${from} なので ${to} にはできません`,
    hint:
      allowed.length === 0 ? 'すでに終わっています' : `ここからは ${allowed.join('、')} にできます`,
  }),
  dependency_cycle: ({ cycle }) => ({
    what: `任務が互いを待つことになります: ${cycle.join(' → ')}`,
    hint: '依存をひとつ外してください。何も変更していません',
  }),
  task_has_dependents: ({ id, dependents }) => ({
    what: `${id} は打ち切れません。${dependents.join('、')} が待っています`,
    hint: 'それらを依存なしで割り当て直すか、先に打ち切ってください',
  }),
  command_closed: ({ id }) => ({
    what: `${id} は完了しています。任務は追加できません`,
    hint: '新しい指令を envoy に求めてください',
  }),
  other_command: ({ id, command }) => ({
    what: `${id} は ${command} の任務です`,
    hint: 'その指令の任務として割り当て直すか、新しい任務にしてください',
  }),
  reason_missing: ({ id }) => ({
    what: `${id} を理由なしに blocked にはできません`,
    hint: '何を待っているかを reason に書いてください',
  }),
  gaps_contradict: ({ meets }) => ({
    what: meets
      ? '完了条件を満たすと報告しながら、不足が挙げられています'
      : '完了条件を満たさないと報告しながら、不足が挙げられていません',
    hint: meets
      ? 'meets_criteria を false にするか、gaps を空にしてください'
      : '満たしていない条件を番号か文言で gaps に挙げてください',
  }),
  unknown_criterion: ({ number, count }) => ({
    what: `指令に ${number} 番の完了条件はありません`,
    hint: `条件の番号は 1 から ${count} までです。不足は文言でも書けます`,
  }),
  not_reported: ({ id, status }) => ({
    what: `${id} は ${status} です。まだ評価するものがありません`,
    hint: '評価は報告が届いてからです。失敗した任務は end: true で打ち切れます',
  }),
  already_evaluated: ({ id }) => ({
    what: `${id} は評価済みです`,
    hint: '評価は変わりません。その後に学んだことは record_knowledge で残してください',
  }),
};
