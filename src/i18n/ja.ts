import { jaBoardErrors } from './board-errors-ja.ts';
import type { Texts } from './texts.ts';

const kib = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KiB`;
const purposes = { relay: '伝令', history: '履歴', knowledge: '知見' };

const place = (path: string, line: number | undefined): string =>
  line === undefined ? path : `${path}:${line}`;

const howToInstall: Record<string, string> = {
  zellij: 'Zellij のインストール: brew install zellij または cargo install --locked zellij',
  tmux: 'tmux のインストール: apt install tmux または brew install tmux',
  claude: 'Claude Code のインストール: npm install -g @anthropic-ai/claude-code',
};

const howToUpdate: Record<string, string> = {
  claude:
    'Claude Code の更新: claude update または npm install -g @anthropic-ai/claude-code@latest',
};

export const ja: Texts = {
  errors: {
    ...jaBoardErrors,
    env_missing: ({ variable }) => ({
      what: `環境変数 ${variable} が設定されていません`,
      hint: '伝令はエージェントが起動します。MCP 設定で OVLD_ROLE、OVLD_RELAY_DIR、OVLD_SESSION を渡してください',
    }),
    env_invalid: ({ variable, value, expected }) => ({
      what: `${variable} の値 ${JSON.stringify(value)} は使えません`,
      hint:
        expected === undefined
          ? '役とセッションは英小文字で始まる 32 文字以内の英小文字・数字・- ・_、伝令のディレクトリは絶対パスです'
          : `使える値: ${expected}`,
    }),
    env_role_unknown: ({ variable, value, roles }) => ({
      what: `${variable} の値 ${JSON.stringify(value)} はこの軍の役ではありません`,
      hint: `役は ${roles.join('、')} です`,
    }),
    home_unset: ({ purpose }) => ({
      what: `HOME が設定されていないため、${purposes[purpose]}のディレクトリが決まりません`,
      hint: 'HOME を設定するか、ディレクトリを指定してください',
    }),
    usage: ({ message, command, hint }) => ({
      what: message,
      hint: hint ?? `ovld ${command ? `${command} ` : ''}--help で一覧を表示します`,
    }),
    refused: ({ message, hint }) => ({ what: message, hint }),
    store_unusable: ({ path, reason }) => ({
      what: `伝令のディレクトリ ${path} が使えません: ${reason}`,
      hint: '書き込めるディレクトリか確認してください',
    }),
    store_gone: ({ path }) => ({
      what: `伝令のディレクトリ ${path} がなくなりました`,
      hint: '軍は送還されました。何も送られていません',
    }),
    store_full: ({ path }) => ({
      what: `${path} の空き容量がありません`,
      hint: '何も送られていません。容量を空けてから送り直してください',
    }),
    store_busy: ({ path, reason }) => ({
      what: `${path} を今は読み書きできません: ${reason}`,
      hint: '失われたものはありません。少し待ってからもう一度試してください',
    }),
    store_symlink: ({ path }) => ({
      what: `${path} は実際のディレクトリではありません`,
      hint: '伝令のディレクトリ内のリンクは拒否されます。取り除いてください',
    }),
    formation_invalid: ({ path, line, reason }) => ({
      what: `${place(path, line)} は陣形として読めません: ${reason}`,
      hint: 'ファイルを直すか、削除して overlord 陣形を使ってください',
    }),
    formation_unknown: ({ name, tried }) => ({
      what: `陣形 ${JSON.stringify(name)} はありません`,
      hint: `探した場所: ${tried.join('、')}`,
    }),
    config_invalid: ({ path, line, reason }) => ({
      what: `${place(path, line)}: ${reason}`,
      hint: 'ファイルを直してください。書ける項目は docs/formats.md にあります',
    }),
    ritual_missing: ({ role, tried }) => ({
      what: `${role} の儀式がありません`,
      hint: `探した場所: ${tried.join('、')}。--no-rituals なら儀式なしで召喚します`,
    }),
    mux_none: ({ tried }) => ({
      what: `${tried.join(' も ')} も見つかりません`,
      hint: `${howToInstall.zellij}。または ${howToInstall.tmux}`,
    }),
    mux_missing: ({ program }) => ({
      what: `${program} がインストールされていないか、PATH にありません`,
      hint: howToInstall[program] ?? `${program} をインストールしてください`,
    }),
    mux_too_old: ({ program, version, needs }) => ({
      what: `${program} ${version} は古すぎます。${needs} 以降が必要です`,
      hint: howToInstall[program] ?? `新しい ${program} をインストールしてください`,
    }),
    mux_failed: ({ program, command, reason }) => ({
      what: `${program} は ${command} を実行できませんでした: ${reason}`,
      hint: '残った軍は ovld status で見られ、ovld unsummon で片付けられます',
    }),
    pane_hidden: ({ role }) => ({
      what: `${role} のペインの場所に別のものが表示されています`,
      hint: 'それ（スクロールバックのエディターなど）を閉じてから、もう一度実行してください',
    }),
    pane_gone: ({ role }) => ({
      what: `${role} のペインはもうありません`,
      hint: `ovld restart ${role} で呼び戻せます`,
    }),
    army_over: ({ session }) => ({
      what: `軍 ${session} は送還されました。もう何も届きません`,
      hint: '同じ名前の軍があっても別の軍です。開き直してください（一覧は ovld status）',
    }),
    nobody_attached: ({ session }) => ({
      what: `セッション ${session} を見ている人がいないため、ペインを表示できません`,
      hint: `ovld attach --session ${session}`,
    }),
    agent_missing: ({ program, role }) => ({
      what: `${role} に必要な ${program} がインストールされていないか、PATH にありません`,
      hint:
        howToInstall[program] ??
        `${program} をインストールするか、--agent で別のエージェントを選んでください`,
    }),
    agent_too_old: ({ program, version, needs }) => ({
      what: `${program} ${version} は古すぎます。${needs} 以降が必要です`,
      hint:
        howToUpdate[program] ??
        `新しい ${program} をインストールするか、--agent で別のエージェントを選んでください`,
    }),
    folder_missing: ({ path, role }) => ({
      what: `${role} の作業フォルダーがありません: ${path}`,
      hint: 'フォルダーを作るか、陣形の cwd を直してください',
    }),
    folder_unusable: ({ path, reason }) => ({
      what: `${path} に書き込めません: ${reason}`,
      hint: '自分のディレクトリにするか、削除してください',
    }),
    project_taken: ({ session, folder }) => ({
      what: `${folder} のキューと掲示板は軍 ${session} が使っています`,
      hint: `ovld attach --session ${session} で合流するか、先に ovld unsummon --session ${session} で終わらせてください`,
    }),
    session_taken: ({ session, folder }) => ({
      what:
        folder === undefined
          ? `ovld が起動したものではないセッション ${session} が動いています`
          : `セッション ${session} は ${folder} の軍のものです`,
      hint: '--session で別の名前を選んでください',
    }),
    session_too_long: ({ path, bytes, limit }) => ({
      what: `セッションのソケットのパスが ${bytes} バイトあり、上限の ${limit} を超えます: ${path}`,
      hint: '--session で短い名前を選ぶか、ZELLIJ_SOCKET_DIR を短くしてください',
    }),
    army_none: ({ folder }) => ({
      what: `${folder} で召喚された軍はありません`,
      hint: 'ovld summon で召喚できます。他のフォルダーの軍は ovld status --all で見られます',
    }),
    army_unknown: ({ session, sessions }) => ({
      what: `${session} という軍はありません`,
      hint: sessions.length === 0 ? '軍は一つもありません' : `今ある軍: ${sessions.join('、')}`,
    }),
    past_army_unknown: ({ army, sessions }) => ({
      what: `履歴に ${army} という軍はありません`,
      hint:
        sessions.length === 0
          ? '送還された軍はまだありません'
          : `ovld history で一覧を表示できます（${sessions.join('、')}）`,
    }),
    army_ambiguous: ({ sessions }) => ({
      what: `軍が複数あります: ${sessions.join('、')}`,
      hint: '--session でどれかを指定してください',
    }),
    army_not_live: ({ session }) => ({
      what: `軍 ${session} は終わっていて、セッションはもうありません`,
      hint: 'ovld summon --resume でメールごと再召喚、ovld unsummon で片付けができます',
    }),
    army_elsewhere: ({ session, folder }) => ({
      what: `${folder} の軍 ${session} は、このホームを共有する別のマシンで動いているようです`,
      hint: `そのマシンで確認してください。それでもここから片付けるには: ovld unsummon --session ${session}`,
    }),
    agent_argument: ({ role, argument }) => ({
      what: `${role}: ${argument} を付けると、エージェントは対話するペインなしで勝手に動いてしまいます`,
      hint: '編成の args から取り除いてください',
    }),
    army_hidden: ({ session, mux, running, server }) => ({
      what: `${mux} に軍 ${session} のセッションは見えませんが、プロセス ${running} 個がマルチプレクサ（プロセス ${server}）の中で動いています。ソケットが削除されたか、セッションの名前が変わった可能性があります`,
      hint: `${mux === 'tmux' ? `別の tmux が代わりに動いていなければ、kill -USR1 ${server} で再び応答するようになります。` : ''}終わらせるには: ovld unsummon --session ${session}`,
    }),
    not_ended: ({ session, pids }) => ({
      what: `軍 ${session} の一部が終了しません: プロセス ${pids.join('、')}`,
      hint: '手で終了させてから、もう一度 ovld unsummon を実行してください',
    }),
    no_terminal: ({ command }) => ({
      what: `${command} には端末が必要ですが、ここにはありません`,
      hint:
        command === 'ovld dashboard'
          ? 'ovld status なら様子を一度表示し、ovld log -f ならメッセージを追えます'
          : 'ovld summon --detach なら端末なしで始められます。あとで ovld attach で入れます',
    }),
    not_confirmed: ({ session }) => ({
      what: `${session} の送還が確認されませんでした`,
      hint: 'y と答えるか、--force を使ってください',
    }),
    interrupted: () => ({ what: '中断されました', hint: '何も行っていません' }),
    terminal_too_small: ({ columns, rows, needColumns, needRows }) => ({
      what: `この端末は ${columns} 桁 × ${rows} 行です。軍には ${needColumns} 桁 × ${needRows} 行が必要です`,
      hint: '端末を広げるか、ovld summon --detach で始めて大きい端末から入ってください',
    }),
    unknown_role: ({ role, roles, like }) => ({
      what: `この軍に ${JSON.stringify(role)} という役はありません${like ? `。もしかして: ${like}` : ''}`,
      hint: `役は ${roles.join('、')} です`,
    }),
    body_too_long: ({ bytes, limit, more }) => ({
      what: `本文は ${kib(bytes)} ${more === true ? '以上' : ''}で、上限の ${kib(limit)} を超えています`,
      hint: 'ファイルに書いて、そのパスを送ってください',
    }),
    body_encoded_too_long: ({ bytes, limit }) => ({
      what: `本文は引用符と制御文字のエスケープ後に ${kib(bytes)} となり、上限の ${kib(limit)} を超えています`,
      hint: 'ファイルに書いて、そのパスを送ってください',
    }),
    subject_too_long: ({ characters, limit }) => ({
      what: `件名は ${characters} 文字で、上限の ${limit} 文字を超えています`,
      hint: '残りは本文に書いてください',
    }),
    task_too_long: ({ characters, limit }) => ({
      what: `任務は ${characters} 文字で、上限の ${limit} 文字を超えています`,
      hint: '一行で十分です。詳細はメッセージで送ってください',
    }),
    arguments_invalid: ({ tool, issues }) => ({
      what: `${tool} の引数が正しくありません: ${issues}`,
      hint: 'スキーマにある引数で呼び直してください',
    }),
    unknown_tool: ({ tool, tools }) => ({
      what: `${JSON.stringify(tool)} というツールはありません`,
      hint: `ツールは ${tools.join('、')} です`,
    }),
    id_exhausted: ({ attempts }) => ({
      what: `${attempts} 回試しても空いたメッセージ ID がありません`,
      hint: '何も送られていません。不具合として報告してください',
    }),
    bug: ({ message }) => ({
      what: `予期しないエラー: ${message}`,
      hint: '不具合として報告してください',
    }),
  },
  wake: {
    no_mux: 'この軍には打ち込める端末がありません',
    no_pane: 'その役のペインが見つかりません',
    pane_dead: 'ペインのプログラムが終了しています',
    dialog_open: 'ペインでダイアログが開いています',
    draft_present: 'ペインで人が入力中です',
    agent_busy: 'エージェントがターンの途中です',
    copy_mode: 'ペインがコピーモードです',
    pane_hidden: 'そのペインの場所に別のものが表示されています',
    no_client: '誰もアタッチしていないため、ペインにフォーカスできません',
    not_ready: 'まだ起動していません',
    screen_unknown: 'ペインに入力欄が見えません',
    not_shown: '合図が入力欄に現れませんでした',
    ring_timeout: '合図に時間がかかりすぎました',
    ring_failed: '合図を送れませんでした',
    flag_failed: '合図待ちの印を立てられませんでした',
    held: '人が保留を解くまで合図は送られません',
  },
  nudge: ({ from, mark }) =>
    `[MESSAGE from ${from ?? 'relay'}] check_inbox を呼んでください。 (#${mark})`,
  roleAgain: 'この軍でのあなたの役（最初に授けられた儀式）:',
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
  person: '人の目に留まります。',
  storedNotWoken: (reason, code) =>
    `保存しましたが、合図は届いていません: ${reason} (${code})。後で読まれます。送り直さないでください。`,
  notSent: (to, what) => `${to} には送れませんでした: ${what}。`,
  broadcast: (delivered, of) => `${of} 件中 ${delivered} 件を保存しました。`,
  inboxEmpty: '未読のメッセージはありません。',
  inbox: (count) => `${count} 件のメッセージ。`,
  more: (remaining) => `あと ${remaining} 件あります。もう一度 check_inbox を呼んでください。`,
  redelivered: (times) => `以前に ${times} 回渡されたもの`,
  statusSet: (status, task) => `状態: ${status}${task === '' ? '' : ` (${task})`}。`,
  exchangeHeld: (other) =>
    `${other} とのやり取りは保留中です。数分のうちに二人の間のメッセージが多くなりすぎました。人がどちらかに話しかけるか \`ovld release\` を実行するまで、合図は送られません。${other} への返信をやめ、ほかの任務を続けてください。`,
};
