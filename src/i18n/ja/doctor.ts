import type { Unasked } from '../../doctor/finding.ts';
import type { doctor as en } from '../en/doctor.ts';
import { plainReason } from '../foreign-words.ts';
import { army } from './army.ts';

const INSTALL: Partial<Record<string, string>> = {
  zellij:
    'https://zellij.dev からインストールしてください（0.41 以降。0.44 以降ならフォーカスが動きません）',
  tmux: 'お使いのシステムの tmux パッケージをインストールしてください（3.2 以降）',
};
const install = (program: string): string =>
  INSTALL[program] ?? `${program} をインストールしてください`;
const others = (more: number): string => (more === 0 ? '' : ` ほか ${more} 件`);

const UNASKED: Record<Unasked, string> = {
  missing: 'がここにインストールされていません',
  late: 'が時間内に応答しませんでした',
  failed: 'がエラーを返しました',
};

export const doctor: typeof en = {
  about: 'プログラム、ディレクトリ、軍、ファイルの異常を調べる（--fix で安全なものを直す）',
  options: { fix: '害なく直せるものを直し、直さなかったものを知らせる' },
  examples: {
    look: '異常と、その対処を表示する',
    fix: '終了した軍を片付け、中断した後片付けを終え、権限を絞る',
    json: 'スクリプト用。故障があれば終了コード 1',
  },
  fixed: '直しました',
  savedTo: (n, path) => `メッセージ ${n} 件を ${path} に保存しました`,
  notFixed: {
    changed: '直していません: 状況が変わりました。もう一度 ovld doctor を実行してください',
    busy: '直していません: 使用中です',
    not_ours: '直していません: ほかのユーザーのものです',
    failed: '直せませんでした',
  },
  summary: ({ faults, warnings, fixed, kept }) =>
    [
      faults === 0 ? '故障はありません' : `故障 ${faults} 件`,
      ...(warnings === 0 ? [] : [`警告 ${warnings} 件`]),
      ...(fixed === 0 ? [] : [`修復 ${fixed} 件`]),
      ...(kept === 0 ? [] : [`直せなかったもの ${kept} 件`]),
    ].join('、') + '。',
  canFix: (count) => `このうち ${count} 件は ovld doctor --fix で直せます。`,
  findings: {
    node_fine: ({ version }) => ({ what: `Node.js ${version}` }),
    node_old: ({ version, needs }) => ({
      what: `Node.js ${version} は古すぎます。${needs} 以降が必要です`,
      hint: 'https://nodejs.org から新しいものをインストールしてください',
    }),
    mux_by_pane: ({ program, version }) => ({
      what: `${program} ${version}: ペインの ID で打ち込めます（フォーカスは動きません）`,
    }),
    mux_by_focus: ({ program, version }) => ({
      what: `${program} ${version} はフォーカスのあるペインにしか打ち込めず、合図のたびにフォーカスが動きます`,
      hint: 'zellij 0.44 以降ならペインの ID で打ち込めます',
    }),
    agent_fine: ({ program, version, hasDoor }) => ({
      what: `${program} ${version}: ${hasDoor ? '専用の経路で起こせます' : '打鍵で起こします'}`,
    }),
    agents_others: ({ agents }) => ({
      what: `ほかに役を演じられるエージェント: ${agents.map((one) => one.program).join('、')}`,
      hint: `npm install -g ${agents.map((one) => one.package).join(' ')}`,
    }),
    agents_none: ({ agents }) => ({
      what: `エージェントがインストールされていません: ${agents.map((one) => one.program).join('、')}`,
      hint: `npm install -g ${agents[0]?.package ?? ''}、またはほかのどれか（それまでは ovld demo か ovld summon --agent mock）`,
    }),
    program_missing: ({ program }) => ({
      what: `${program} はインストールされていません`,
      hint: `使う場合: ${install(program)}`,
    }),
    program_old: ({ program, version, needs, package: source }) => ({
      what: `${program} ${version} は古すぎます。${needs} 以降が必要です`,
      hint: source === undefined ? install(program) : `npm install -g ${source}@latest`,
    }),
    program_late: ({ program, ms }) => ({
      what: `${program} が時間内に応答しませんでした（${ms / 1000} 秒以内にバージョンを得られませんでした）`,
      hint: `端末で直接 --version を付けて実行し、PATH の最初の ${program} がどれかを確かめてください`,
    }),
    program_unread: ({ program }) => ({
      what: `${program} のバージョンを読み取れませんでした`,
      hint: `PATH の最初の ${program} は意図したものですか`,
    }),
    no_mux: ({ programs }) => ({
      what: `使えるマルチプレクサがありません。軍には ${programs.join(' か ')} が必要です`,
      hint: 'どちらかをインストールしてください。ovld demo はなくても動きます',
    }),
    home_unset: () => ({
      what: 'HOME が未設定か、絶対パスではないため、軍の置き場所がありません',
      hint: 'HOME をホームディレクトリに設定してください',
    }),
    dir_writable: ({ path }) => ({ what: `${path} に書き込めます` }),
    dir_unwritable: ({ path, reason }) => ({
      what: `${path} に書き込めません（${plainReason('ja', reason)}）`,
      hint: '自分が書き込めるディレクトリにしてください',
    }),
    disk_fine: ({ path, freeMb }) => ({ what: `${path} の空き容量は ${freeMb} MB です` }),
    disk_low: ({ path, freeMb }) => ({
      what: `${path} の空き容量が ${freeMb} MB しかありません`,
      hint: '空きを作ってください。古いメールは ovld history prune で消せます',
    }),
    disk_full: ({ path, freeMb }) => ({
      what: `${path} のディスクに空きがなく（残り ${freeMb} MB）、メッセージを保存できません`,
      hint: '空きを作ってください。古いメールは ovld history prune で消せます',
    }),
    socket_long: ({ program, path, bytes, limit, variable }) => ({
      what: `${program} のソケットが ${path} になり、上限 ${limit} バイトを超えます（${bytes} バイト）`,
      hint: `${variable} に /tmp/${program} のような短いディレクトリを設定してください`,
    }),
    socket_short_names: ({ program, dir, room, variable }) => ({
      what: `${program} のソケットの場所が ${dir} なので、セッション名は ${room} 文字までです`,
      hint: `${variable} を短くすると、長い名前も使えます`,
    }),
    file_invalid: ({ path, line, reason }) => ({
      what: `${path}${line === undefined ? '' : `:${line}`}: ${plainReason('ja', reason)}`,
      hint: 'ファイルを直すか、削除してください',
    }),
    files_fine: ({ count }) => ({
      what:
        count === 0
          ? '自作の設定・陣形・儀式はありません'
          : `自作のファイル（設定・陣形・儀式）${count} 件は正しく読めます`,
    }),
    army_live: ({ session, folder, mux }) => ({
      what: `${folder} の軍 ${session} は ${mux} で動いています`,
    }),
    army_renamed: ({ session, name, mux }) => ({ what: army.renamed(session, name, mux) }),
    army_dead: ({ session, folder, running }) => ({
      what: `${folder} の軍 ${session} は登録されていますが、セッションがありません${running === 0 ? '' : `（プロセス ${running} 個がまだ動いています）`}`,
      hint: `ovld unsummon --session ${session}`,
    }),
    army_foreign: ({ session, mux }) => ({
      what: `軍 ${session} は終了しており、同じ名前の ${mux} セッションは ovld のものではありません`,
      hint: `ovld unsummon --session ${session} で登録だけを消せます（そのセッションには触れません）`,
    }),
    army_elsewhere: ({ session, folder }) => ({
      what: `${folder} の軍 ${session} は、このホームを共有する別のマシンで動いているようです`,
      hint: `そちらで確かめてください。そのマシンがもうないときだけ: ovld unsummon --session ${session}`,
    }),
    army_hidden: ({ session, mux, running, server }) => ({
      what: `${mux} に軍 ${session} のセッションは見えませんが、プロセス ${running} 個がマルチプレクサ（プロセス ${server}）の中で動いています。ソケットが削除された可能性があり、その場合は合図を送れません`,
      hint: `${mux === 'tmux' ? `別の tmux が代わりに動いていなければ、kill -USR1 ${server} で再び応答するようになります。` : ''}軍を終わらせるには: ovld unsummon --session ${session}`,
    }),
    army_without_relay: ({ session, path }) => ({
      what: `軍 ${session} は動いていますが、伝令のディレクトリ ${path} がなく、メッセージを送れません`,
      hint: `ovld unsummon --session ${session} の後に ovld summon を実行してください`,
    }),
    army_unasked: ({ session, mux, why }) => ({
      what: `軍 ${session} が動いているか分かりません。${mux} ${UNASKED[why]}`,
      hint: `${mux} を直接確かめてください。何も変更していません`,
    }),
    armies_busy: () => ({
      what: '軍の召喚か送還の最中なので、軍は調べていません',
      hint: '少し待って、もう一度 ovld doctor を実行してください',
    }),
    armies_none: () => ({ what: '登録されている軍はありません' }),
    agent_gone: ({ session, role }) => ({
      what: `軍 ${session} の ${role} のエージェントが終了しています`,
      hint: `ovld restart ${role} --session ${session}`,
    }),
    ritual_missing: ({ session, role }) => ({
      what: `軍 ${session} の ${role} に役割の指示が送られていません`,
      hint: `ovld inject ${role} --session ${session}`,
    }),
    record_broken: ({ path }) => ({
      what: `${path} は軍の登録のはずですが読めないため、無視しています`,
      hint: `ovld status に出ない軍が動いていなければ: rm ${path}`,
    }),
    orphans: ({ path, pids }) => ({
      what: `もうない軍のプロセスが動いています（${pids.join('、')}）。伝令のディレクトリは ${path} でした`,
      hint: `ovld doctor --fix、または kill ${pids.join(' ')}`,
    }),
    orphans_hidden: ({ path, pids, server }) => ({
      what: `登録も伝令のディレクトリ（${path}）もない軍のプロセスが、マルチプレクサ（プロセス ${server}）の中で動いています（${pids.join('、')}）。もうメッセージは送れません`,
      hint: `何をしているか、そこで確かめてください（ソケットのない tmux なら kill -USR1 ${server} で再び応答します）。終わらせるには: kill ${pids.join(' ')}`,
    }),
    cleanup_interrupted: ({ path, session }) => ({
      what: `${session} の後片付けが中断しており、メールが ${path} に残っています`,
      hint: 'ovld doctor --fix か、同じ名前の次の ovld summon が履歴に保存します',
    }),
    lock_left: ({ path }) => ({
      what: `${path} は持ち主のいなくなったロックです`,
      hint: 'ovld doctor --fix で消せます。次に使うプロセスも消します',
    }),
    relay_formation_broken: ({ path, reason }) => ({
      what: `${path} を読めません（${plainReason('ja', reason)}）。この軍の伝令は再起動できません`,
      hint: 'ovld unsummon の後に ovld summon --resume を実行してください',
    }),
    relay_link: ({ path, more }) => ({
      what: `${path}${others(more)} はリンクです。ovld はここのリンクを拒むため、それを使う処理は失敗します`,
      hint: `行き先を確かめてから: rm ${path}`,
    }),
    relay_left: ({ path, session }) => ({
      what: `${path} は、使われていない ${session} の伝令のディレクトリです`,
      hint: '同じ名前の次の軍がメールを履歴に移します（--resume なら引き継ぎます）',
    }),
    quarantined: ({ path, count }) => ({
      what: `読めなかったファイル ${count} 件が ${path} に分けてあります`,
      hint: '理由は隣の .reason にあります。確認したら削除してください',
    }),
    journal_torn: ({ path, count }) => ({
      what: `${path} に途切れた行が ${count} 行あります`,
      hint: '書いている途中でプロセスが止められた跡です。メッセージは失われていません',
    }),
    survey_cut: ({ path, looked, cutAt }) => ({
      what: `${path} のファイルが多いため、最初の ${looked} 件だけを調べました。${cutAt} 以降は調べていません`,
      hint: '古い軍の履歴が原因なら ovld history prune で減らせます',
    }),
    too_open: ({ path, mode, more }) => ({
      what: `${path}（${mode}）${others(more)} に、このマシンのほかのユーザーが触れられます`,
      hint: `ovld doctor --fix、または chmod go= ${path}`,
    }),
    inbox_broken: ({ path, reason }) => ({
      what: `${path} が壊れています: ${plainReason('ja', reason)}`,
      hint: 'YAML を直してください。直さなければ、次のメッセージのときに分けられ、読める分だけ残ります',
    }),
    intent_left: ({ path }) => ({
      what: `掲示板の変更が決まったまま終わっていません（${path}）`,
      hint: 'ovld board で終わらせられます',
    }),
    unsent_left: ({ path }) => ({
      what: `掲示板からのメッセージがまだ送られていません（${path}）`,
      hint: '次に掲示板が変わるときに送られます',
    }),
    check_failed: ({ check, reason }) => ({
      what: `${check} を調べられませんでした: ${plainReason('ja', reason)}`,
      hint: 'この項目の状態は分かりません',
    }),
  },
};
