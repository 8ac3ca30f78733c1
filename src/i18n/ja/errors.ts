import type { errors as en } from '../en/errors.ts';

const kib = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KiB`;

const place = (path: string, line: number | undefined): string =>
  line === undefined ? path : `${path}:${line}`;

const howToInstall: Record<string, string> = {
  zellij: 'Zellij のインストール: brew install zellij または cargo install --locked zellij',
  tmux: 'tmux のインストール: apt install tmux または brew install tmux',
};

const list = (names: readonly string[]): string => (names.length === 0 ? 'なし' : names.join('、'));

export const errors: typeof en = {
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
  home_unset: ({ path }) => ({
    what: `HOME に絶対パスが設定されていないため、${path} の場所が決まりません`,
    hint: 'HOME をホームディレクトリに設定してください',
  }),
  usage: ({ message, command, hint }) => ({
    what: message,
    hint: hint ?? `ovld ${command ? `${command} ` : ''}--help で一覧を表示します`,
  }),
  refused: ({ message, hint }) => ({ what: message, hint }),
  store_unusable: ({ path, reason }) => ({
    what: `ディレクトリ ${path} が使えません: ${reason}`,
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
  formation_unknown: ({ name, known, like }) => ({
    what: `陣形 ${JSON.stringify(name)} はありません${like ? `。もしかして: ${like}` : ''}`,
    hint: `使える陣形: ${known.join('、')}。自分の陣形は .ovld/formations/<name>.yaml に書きます`,
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
    hint: `${howToInstall.zellij}。または ${howToInstall.tmux}。ovld demo はどちらもなくても動きます`,
  }),
  mux_missing: ({ program, other }) => ({
    what: `${program} がインストールされていないか、PATH にありません`,
    hint: `${howToInstall[program] ?? `${program} をインストールしてください`}${other === undefined ? '' : `。${other} は使えます: --mux ${other}`}`,
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
  no_terminal_attached: ({ session }) => ({
    what: `セッション ${session} に端末がつながっていません`,
    hint: `ovld attach --session ${session} を実行してください`,
  }),
  agent_missing: ({ program, role, package: source }) => ({
    what: `${role} に必要な ${program} がインストールされていないか、PATH にありません`,
    hint: `インストール: ${source === undefined ? program : `npm install -g ${source}`}。なくても、同じコマンドに --agent mock を付ければ、台本どおりのエージェントを召喚できます`,
  }),
  agent_too_old: ({ program, version, needs, package: source }) => ({
    what: `${program} ${version} は古すぎます。${needs} 以降が必要です`,
    hint: `${source === undefined ? `新しい ${program} をインストールする` : `npm install -g ${source}@latest で更新する`}か、--agent で別のエージェントを選んでください`,
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
  play_refused: ({ folder, commands, knowledge, unread }) => ({
    what: `台本どおりのエージェントは芝居をするだけですが、${folder} の掲示板には本物の仕事があります: ${[
      ...(commands > 0 ? [`指令 ${commands} 件`] : []),
      ...(knowledge > 0 ? [`知見 ${knowledge} 件`] : []),
      ...(unread > 0 ? [`読めない文書 ${unread} 件`] : []),
    ].join('、')}`,
    hint: '空のフォルダーで演じさせる (cd "$(mktemp -d)") か、--agent mock を外して、仕事をするエージェントを召喚してください',
  }),
  play_mixed: ({ roles }) => ({
    what: `台本どおりのエージェントは芝居をするだけなので、ほかのエージェントと同じ掲示板は使えません: ${roles.join('、')}`,
    hint: 'これらの役に仕事をするエージェントを割り当てるか、--agent mock で全員に演じさせてください',
  }),
  unapproved: ({ formation, folder, approve }) => ({
    what: `陣形 ${formation} は ${folder} に置かれたもので、実行する内容を指定していますが、まだ承認されていません`,
    hint: `${approve} で内容を確認し、承認できます`,
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
    what: folder === undefined ? '軍は一つもありません' : `${folder} で召喚された軍はありません`,
    hint: 'ovld summon で召喚できます',
  }),
  army_not_here: ({ folder }) => ({
    what: `${folder} で召喚された軍はありません`,
    hint: 'ovld summon でここに召喚できます。別のフォルダーの軍なら、次のように打ってください:',
  }),
  army_above: ({ session, folder, second }) => ({
    what: `このフォルダーを含むチェックアウトでは、すでに軍 ${session} が ${folder} で動いています`,
    hint: `ovld attach --session ${session} で入れます。ここに二つ目の軍を召喚するなら ${second}`,
  }),
  army_here: ({ session, second }) => ({
    what: `このフォルダーでは、すでに軍 ${session} が動いています`,
    hint: `ovld attach で入るか、ovld unsummon で終わらせてください。二つ目の軍を並べて召喚するなら ${second}`,
  }),
  army_unknown: ({ session, sessions }) => ({
    what: `${session} という軍はありません`,
    hint: sessions.length === 0 ? '軍は一つもありません' : `今ある軍: ${sessions.join('、')}`,
  }),
  past_army_unknown: ({ army, sessions }) => ({
    what: `履歴に ${army} という軍はありません`,
    hint:
      sessions.length === 0
        ? 'メールを残して送還された軍はまだありません'
        : `ovld history で一覧を表示できます（${sessions.join('、')}）`,
  }),
  army_ambiguous: ({ armies }) => ({
    what: `どの軍か決められません: ${armies.map(({ session }) => session).join('、')}`,
    hint: 'どれかを選んで、次のように打ってください:',
  }),
  army_not_live: ({ session }) => ({
    what: `軍 ${session} は終了し、セッションはもうありません`,
    hint: 'ovld summon --resume でメールごと再召喚、ovld unsummon で片付けができます',
  }),
  army_elsewhere: ({ session, folder }) => ({
    what: `${folder} の軍 ${session} は、このホームを共有する別のマシンで動いているようです`,
    hint: `そのマシンで確認してください。それでもここから片付けるには: ovld unsummon --session ${session}`,
  }),
  agent_argument: ({ role, argument }) => ({
    what: `${role}: ${argument} はペインのエージェントには使えません。対話なしで、別の場所で、または信頼を尋ねずに動いてしまいます`,
    hint: '陣形の args から取り除いてください',
  }),
  agent_mode: ({ role, agent, mode }) => ({
    what: `${role}: ${agent} に許可モード ${JSON.stringify(mode)} はありません`,
    hint: '陣形から permission_mode を外すか、そのエージェントのモードを指定してください（docs/agents.md）',
  }),
  army_hidden: ({ session, mux, running, server }) => ({
    what: `${mux} に軍 ${session} のセッションは見えませんが、プロセス ${running} 個がマルチプレクサ（プロセス ${server}）の中で動いています。ソケットが削除されたか、セッションの名前が変わった可能性があります`,
    hint: `${mux === 'tmux' ? `別の tmux が代わりに動いていなければ、kill -USR1 ${server} で再び応答するようになります。` : ''}終わらせるには: ovld unsummon --session ${session}`,
  }),
  not_ended: ({ session, pids }) => ({
    what: `軍 ${session} の一部が終了しません: プロセス ${pids.join('、')}`,
    hint: '手で終了させてから、もう一度 ovld unsummon を実行してください',
  }),
  here_unusable: ({ reason }) => ({
    what: `現在のフォルダーを使えません（${reason}）`,
    hint: '削除されたか、読む権限がありません。別のフォルダーへ cd してください',
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
  interrupted: ({ at }) =>
    at === 'question'
      ? { what: '中断されました', hint: '何も行っていません' }
      : {
          what: '中断されました。軍は何も残っていません',
          hint: 'ovld summon で召喚できます。--resume を付けると、前の軍のメールと会話を引き継ぎます',
        },
  terminal_too_small: ({ columns, rows, needColumns, needRows }) => ({
    what: `この端末は ${columns} 桁 × ${rows} 行です。軍には ${needColumns} 桁 × ${needRows} 行が必要です`,
    hint: '端末を広げるか、ovld summon --detach で始めて大きい端末から入ってください',
  }),
  unknown_role: ({ role, roles, like }) => ({
    what: `この軍に ${JSON.stringify(role)} という役はありません${like ? `。もしかして: ${like}` : ''}`,
    hint:
      roles.length > 0
        ? `役は ${roles.join('、')} です`
        : '役の名前に使えるのは英小文字、数字、_、- です',
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
  unknown_entry: ({ id, role }) => ({
    what: `${role} の受信箱に ${JSON.stringify(id)} というメッセージはありません`,
    hint: `ovld queue list ${role} で一覧を表示します`,
  }),
  queue_missing: ({ path }) => ({
    what: `ここに queue はありません: ${path}`,
    hint: '何も変えていません。ovld queue write で作られます',
  }),
  unknown_type: ({ type, types }) => ({
    what: `${type} はメッセージの種類ではありません`,
    hint: `種類は ${types.join('、')} です`,
  }),
  queue_locked: ({ path, holder }) => ({
    what: `${path} は書き込み中のままです（プロセス ${holder}）`,
    hint: '何も書かれていません。少し待ってからもう一度試してください',
  }),
  document_invalid: ({ path, line, reason }) => ({
    what: `${place(path, line)} は使えません: ${reason}`,
    hint: 'ファイルを直してください。書ける内容は docs/formats.md にあります',
  }),
  document_too_large: ({ path, bytes, limit }) => ({
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
  bug: ({ message }) => ({
    what: `予期しないエラー: ${message}`,
    hint: '不具合として報告してください',
  }),
};
