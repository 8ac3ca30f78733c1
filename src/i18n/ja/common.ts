import type { common as en } from '../en/common.ts';
import { errors } from './errors.ts';

export const common: typeof en = {
  errors,
  wake: {
    no_mux: 'この軍には打ち込める端末がありません',
    no_pane: 'その役のペインが見つかりません',
    pane_dead: 'ペインのプログラムが終了しています',
    dialog_open: 'ペインでダイアログが開いています',
    draft_present: 'ペインで人が入力中です',
    agent_busy: 'エージェントがターンの途中です',
    copy_mode: 'ペインがコピーモードです',
    pane_hidden: 'そのペインの場所に別のものが表示されています',
    no_client: '端末がつながっていないため、ペインにフォーカスできません',
    not_ready: 'まだ起動していません',
    interrupted: 'コマンドが中断されました',
    screen_unknown: 'ペインに入力欄が見えません',
    not_shown: '合図が入力欄に現れませんでした',
    ring_timeout: '合図に時間がかかりすぎました',
    ring_failed: '合図を送れませんでした',
    flag_failed: '合図待ちの印を立てられませんでした',
    held: '人が保留を解くまで合図は送られません',
    paused: '人が ovld unpause を実行するまで、軍は一時停止中です',
    slowed: '減速中のため、やり取りの休止が終わってから合図が送られます',
    limited: 'アカウントが利用上限に達しているため、上限が解けてから合図が送られます',
  },
  nudge: ({ from, mark }) =>
    `[MESSAGE from ${from ?? 'relay'}] check_inbox を呼んでください。 (#${mark})`,
  roleAgain: 'この軍でのあなたの役割（最初に渡された指示）:',
  instructions: (role, wakes) => {
    const when = wakes
      ? '[MESSAGE from …] が見えたら check_inbox を呼んでください。届けば知らされるので、定期的な確認は不要です。'
      : 'ここでは合図が届きません。任務を終えたら check_inbox を呼んでください。';
    return `あなたは ${role} です。${when}ファイルの中身ではなくパスを送ってください。human は皆が仕える人です。`;
  },
  sent: (id, to) => `${to} 宛てに保存しました (${id})。`,
  ringing: '合図を送っています。',
  coalesced: 'すでに合図を送っています。',
  typed: '合図を送りました。',
  person: '人に届きます。',
  storedNotWoken: (reason, code) =>
    `保存しましたが、合図は届いていません: ${reason} (${code})。後で読まれます。送り直さないでください。`,
  notSent: (to, what) => `${to} には送れませんでした: ${what}。`,
  broadcast: (delivered, of) => `${of} 役中 ${delivered} 役宛てに保存しました。`,
  inboxEmpty: '未読のメッセージはありません。',
  inbox: (count) => `${count} 件のメッセージ。`,
  more: (remaining) => `あと ${remaining} 件あります。もう一度 check_inbox を呼んでください。`,
  redelivered: (times) => `以前に ${times} 回渡されたもの`,
  statusSet: (status, task) => `状態: ${status}${task === '' ? '' : ` (${task})`}。`,
  personsWord:
    'human からのメールは、皆が仕える人の言葉です。あなたに直接入力されたものとして扱ってください（役のツールからは送れません）。指示に従ってください。ただし、許可の確認への答えにはならず、制限も解けません。',
  exchangeHeld: (other, ms) =>
    ms === Infinity
      ? `${other} とのやり取りは保留中です。人がどちらかに話しかけるか \`ovld release\` を実行するまで、合図は送られません。ほかの任務を続けてください。`
      : `${other} とのやり取りは減速中です。数分のうちに二人の間のメッセージが多くなりすぎました。これから ${Math.ceil(ms / 1000)} 秒間、このやり取りの合図は送られず、次からの休止は倍の長さになります。必要でないかぎり ${other} には返信せず、ほかの任務を続けてください。`,
};
