import type { TemplateWords } from '../config/template.ts';
import type { Language } from './texts.ts';

export type Outcome = 'written' | 'replaced' | 'same' | 'kept' | 'link' | 'blocked';

export interface InitTexts {
  about: string;
  flags: Record<'user' | 'force' | 'yes' | 'dryRun' | 'json', string>;
  examples: Record<'project' | 'user' | 'dryRun' | 'force', string>;
  outcomes: Record<Outcome, string>;
  wouldBe: Record<'written' | 'replaced', string>;
  /** y, n or a. */
  replace: (path: string) => string;
  needsYes: string;
  summary: (dir: string, counts: Record<Outcome, number>, dryRun: boolean) => string;
  template: TemplateWords;
}

const en: InitTexts = {
  about: 'copy configuration, rituals and formations into .ovld/, to make them your own',
  flags: {
    user: 'into ~/.config/ovld, for all projects',
    force: 'also replace files of yours that differ; asks for each',
    yes: 'with --force: do not ask',
    dryRun: 'only say what would be written',
    json: 'print JSON and nothing else',
  },
  examples: {
    project: 'into .ovld/ of this folder; nothing of yours is overwritten',
    user: 'for all your projects',
    dryRun: 'only look',
    force: 'back to what ships, without asking',
  },
  outcomes: {
    written: 'written',
    replaced: 'replaced',
    same: 'same',
    kept: 'kept (yours differs)',
    link: 'kept (a link)',
    blocked: 'kept (not a file)',
  },
  wouldBe: { written: 'would be written', replaced: 'would be replaced' },
  replace: (path) => `Replace ${path} by what ships? [y/N/a = all] `,
  needsYes: '--force asks before it replaces a file; where there is no terminal, say --yes',
  summary: (dir, { written, replaced, same, kept, link, blocked }, dryRun) =>
    `${dir}: ${written + replaced} ${dryRun ? 'to write' : 'written'}, ${same} the same, ${kept + link + blocked} kept.`,
  template: {
    head: [
      "ovld's configuration. Every key stands here with its default, as a comment: take the # away to change one.",
      'Flags and variables (OVLD_MUX, OVLD_AGENT, OVLD_LANG, OVLD_FORMATION) win over this file; ovld config tells what holds.',
    ],
    keys: {
      mux: 'Where agents are seen: zellij or tmux. Default: the one you are inside of, or the first that is installed.',
      agent: 'Who sits in every seat: claude or mock. Default: what the formation says.',
      language: 'Of rituals, and of what relays say: en or ja. Default: your locale.',
      formation: 'overlord, bastion, or one of your own in formations/.',
      store:
        "Where messages live: files, or the project's queue. Default: what the formation says.",
      toolsets: 'What agents are given beside messages: messaging, board, knowledge.',
      specialists: 'How many, in a formation that has a count of them: 1 to 12.',
      targeting: 'How panes are typed into: pane (by id) or focus (moves yours).',
      pauses: 'Around everything that is typed, in milliseconds.',
      ritual: 'How rituals are given: typed, or system-prompt (by the start of the agent).',
      notify:
        'How you are told that a role waits for permission, died, cannot be reached, or wrote to you: bell, desktop notification, a command of yours.',
      dashboard: "A last tab with the dashboard in the army's session: true or false.",
      ready_timeout: 'Seconds a role may take to become ready.',
      history:
        'How long the mail and conversations of dismissed armies are kept, of each folder: a number, or all. Never removed: the unread mail of the last army of a folder.',
    },
  },
};

const ja: InitTexts = {
  about: '設定・儀式・陣形を .ovld/ に写し、自分用に変えられるようにする',
  flags: {
    user: 'すべてのプロジェクト用に ~/.config/ovld へ写す',
    force: '内容の違う既存のファイルも、一つずつ確認して置き換える',
    yes: '--force のとき確認しない',
    dryRun: '書かずに、書く予定だけを表示する',
    json: 'JSON だけを表示する',
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
  replace: (path) => `${path} を付属のもので置き換えますか？ [y/N/a = すべて] `,
  needsYes: '--force は置き換える前に確認します。端末がないときは --yes を付けてください',
  summary: (dir, { written, replaced, same, kept, link, blocked }, dryRun) =>
    `${dir}: ${dryRun ? '書く予定' : '書いた数'} ${written + replaced}、同じ ${same}、残した ${kept + link + blocked}。`,
  template: {
    head: [
      'ovld の設定。すべてのキーが既定値とともにコメントで並んでいます。変えるには行頭の # を外してください。',
      'フラグと環境変数（OVLD_MUX、OVLD_AGENT、OVLD_LANG、OVLD_FORMATION）が優先されます。今の値は ovld config で確かめられます。',
    ],
    keys: {
      mux: 'エージェントを表示する場所（zellij か tmux）。既定: 今いる方、なければ最初に見つかった方',
      agent: '全席に座るプログラム（claude か mock）。既定: 陣形に従う',
      language: '儀式と伝令の言葉（en か ja）。既定: ロケールに従う',
      formation: '陣形（overlord、bastion、または formations/ の自作のもの）',
      store: 'メッセージの置き場所（files、またはプロジェクトの queue）。既定: 陣形に従う',
      toolsets: 'エージェントに渡すツール（messaging、board、knowledge）。既定: 陣形に従う',
      specialists: '専門家の人数（1 から 12 まで。人数を変えられる陣形で）',
      targeting: 'ペインの指定方法（pane は ID で、focus はフォーカスを動かして）',
      pauses: '打ち込みの前後の間（ミリ秒）',
      ritual: '儀式の与え方（typed は打ち込み、system-prompt はエージェントの起動時）',
      notify:
        '役が許可を待つ、止まる、届かなくなる、あなたに書くときの知らせ方（ベル、デスクトップ通知、自分のコマンド）',
      dashboard: '軍のセッションの最後のタブにダッシュボードを開くか（true か false）',
      ready_timeout: '役の準備完了を待つ秒数',
      history:
        '送還した軍のメールと会話を、フォルダーごとにどれだけ残すか（数、または all）。フォルダーの最後の軍の未読メールは消しません',
    },
  },
};

export const initTexts: Record<Language, InitTexts> = { en, ja };
