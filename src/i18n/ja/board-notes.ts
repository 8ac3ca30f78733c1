import type * as en from '../en/board-notes.ts';

export const boardNotes: typeof en.boardNotes = {
  commandIssued: ({ id, purpose, priority }) => ({
    subject: `新しい指令 ${id}`,
    body: `${id}（優先度 ${priority}）: ${purpose}\n全文は list_board で見られます。進め方を決め、assign_task で任務を割り当ててください。`,
  }),
  taskGiven: ({ id, command, persona, objective }) => ({
    subject: `任務 ${id}`,
    body: `${command} の ${id} はあなたの任務です（${persona} として）: ${objective}\n全文は get_task で見られます。始めるときに update_task in_progress、終えたら submit_report を呼んでください。`,
  }),
  taskWithdrawn: ({ id, to, ended }) => ({
    subject: `${id} はあなたの任務ではなくなりました`,
    body: `${ended ? `${id} は打ち切られました。` : to === undefined ? `${id} はほかの任務を待つことになりました。始められるときにメッセージが届きます。` : `${id} は ${to} に割り当てられました。`}そのままにしておいてください。`,
  }),
  reported: ({ id, by, status, summary, gaps }) => ({
    subject: `${id} の報告: ${status}`,
    body: [
      `${by} が ${id} を ${status} と報告しました: ${summary}`,
      ...(gaps.length === 0 ? [] : ['不足:', ...gaps.map((gap) => `- ${gap}`)]),
      status === 'done'
        ? 'evaluate_task で評価してください。'
        : `assign_task（task_id ${id}）で割り当て直すか、evaluate_task（end: true）で打ち切ってください。`,
    ].join('\n'),
  }),
  declaredBlocked: ({ id, by, reason }) => ({
    subject: `${id} が止まっています`,
    body: `${by} は ${id} を進められません: ${reason}\nメッセージで助けるか、assign_task（task_id ${id}）で割り当て直すか、evaluate_task（end: true）で打ち切ってください。`,
  }),
  commandDone: ({ id, purpose, tasks, ended }) => ({
    subject: `指令 ${id} が完了しました`,
    body: [
      `${id} が完了しました: ${purpose}`,
      ...(tasks.length === 0 ? [] : [`任務: ${tasks.join('、')}`]),
      ...(ended.length === 0 ? [] : [`打ち切り（未完了）: ${ended.join('、')}`]),
    ].join('\n'),
  }),
  taskGoesOn: ({ id, status, objective }) => ({
    subject: `${id} を続けてください`,
    body: `軍が再び立ち上がりました。${id}（${status}）はあなたの任務です: ${objective}\n全文は get_task で見られます。`,
  }),
  boardGoesOn: ({ pending, unevaluated, stuck, orphaned }) => ({
    subject: '掲示板の続き',
    body: [
      '軍が再び立ち上がりました。',
      ...(pending.length === 0 ? [] : [`進行中の任務のない指令: ${pending.join('、')}`]),
      ...(unevaluated.length === 0 ? [] : [`評価待ち: ${unevaluated.join('、')}`]),
      ...(stuck.length === 0
        ? []
        : [`失敗、停止、または終わらないものを待つ任務: ${stuck.join('、')}`]),
      ...(orphaned.length === 0
        ? []
        : [
            `担当がこの軍にいない任務: ${orphaned.map(({ id, of }) => `${id}（${of}）`).join('、')}`,
            '同じ task_id の assign_task で、別の専門家に割り当ててください。',
          ]),
      '全体は list_board で見られます。',
    ].join('\n'),
  }),
};

export const documentHints: typeof en.documentHints = {
  blocks: 'このタスク完了まで開始不可のタスク',
  blocked_by: '完了を待つタスク',
  found: '必須フィールド',
  correctness: '要件充足度',
  code_quality: 'コード品質',
  efficiency: '実行効率',
};
