import type { init as en } from '../en/init.ts';

export const init: typeof en = {
  about: '設定・儀式・陣形を .ovld/ に写し、自分用に変えられるようにする',
  options: {
    user: 'すべてのプロジェクト用に ~/.config/ovld へ写す',
    force: '内容の違う既存のファイルも、一つずつ確認して置き換える',
    yes: '--force のとき確認しない',
    dryRun: '書かずに、書く予定だけを表示する',
  },
  examples: {
    project: 'このフォルダーの .ovld/ へ（既存のファイルは上書きしない）',
    user: 'すべてのプロジェクト用に',
    dryRun: '見るだけ',
    force: '確認せずに、付属のものへ戻す',
  },
  outcomes: {
    written: '書きました',
    replaced: '置き換えました',
    same: '同じ内容です',
    kept: '残しました（内容が違います）',
    link: '残しました（リンクです）',
    blocked: '残しました（ファイルではありません）',
  },
  wouldBe: { written: '書く予定', replaced: '置き換える予定' },
  replace: (path) => `${path} を付属のもので置き換えますか? [y/N/a = すべて] `,
  needsYes: '--force は置き換える前に確認します。端末がないときは --yes を付けてください',
  summary: (dir, { written, replaced, same, kept, link, blocked }, dryRun) =>
    `${dir}: ${dryRun ? '書く予定' : '書いた数'} ${written + replaced}、同じ ${same}、残した ${kept + link + blocked}。`,
  next: (typed) =>
    `次は ${typed} で、Claude Code が演じる二体（lead と hand）を召喚します。--agent mock を付けると台本どおりのエージェントになり、アカウントは要りません。formations/、rituals/、config.yaml は自由に編集できます。召喚のたびに読み込まれます。`,
  nextToWrite: (typed) => `次は ${typed} で書き込みます。`,
  template: {
    head: [
      'ovld の設定。すべてのキーが既定値とともにコメントで並んでいます。変えるには行頭の # を外してください。',
      'フラグと環境変数（OVLD_MUX、OVLD_AGENT、OVLD_LANG、OVLD_FORMATION）が優先されます。今の値は ovld config で確かめられます。',
    ],
    keys: {
      mux: 'エージェントを表示する場所（zellij か tmux）。既定: 陣形の指定、今いる方、zellij、tmux の順',
      agent:
        '役を演じるプログラム: claude, codex, opencode, qwen, copilot, gemini, mock。役ごとなら inferno=codex,storm=opencode。既定: 陣形に従う',
      language: '儀式と伝令の言葉（en か ja）。既定: ロケールに従う',
      formation: '陣形（overlord、pair、bastion、または formations/ の自作のもの）',
      store: 'メッセージの置き場所（files、またはプロジェクトの queue）。既定: 陣形に従う',
      toolsets: 'エージェントに渡すツール（messaging、board、knowledge）。既定: 陣形に従う',
      specialists: '専門家の人数（1 から 12 まで。人数を変えられる陣形で）',
      targeting: 'ペインの指定方法（pane は ID で、focus はフォーカスを動かして）',
      pauses: '打ち込みの前後の間（ミリ秒）',
      ritual: '役割の指示の送り方（typed は打ち込み、system-prompt はエージェントの起動時）',
      notify:
        '役が許可を待つ、終了する、応答しない、あなたに書く、見張りに減速されるときの知らせ方（ベル、デスクトップ通知、自分のコマンド）',
      guard:
        '二つの役が window 秒のうちに messages（1〜100、off で無効）を超えるメッセージを交わしたら減速する。pause 秒の休止から始まり、毎回倍にして longest_pause まで',
      dashboard: '軍のセッションの最後のタブにダッシュボードを開くか（true か false）',
      ready_timeout: '役の準備完了を待つ秒数',
      history:
        '送還した軍のメールと会話を、フォルダーごとにどれだけ残すか（数、または all）。フォルダーの最後の軍の未読メールは消しません',
    },
  },
};
