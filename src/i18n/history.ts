import type { PastMessage } from '../store/store.ts';
import type { Language } from './texts.ts';

export interface HistoryTexts {
  about: string;
  show: string;
  search: string;
  prune: string;
  army: string;
  words: string;
  flags: Record<
    'json' | 'session' | 'role' | 'full' | 'since' | 'limit' | 'keepDays' | 'keepArmies' | 'dryRun',
    string
  >;
  examples: Record<'list' | 'show' | 'full' | 'search' | 'since' | 'dryRun' | 'prune', string>;
  columns: Record<'dismissed' | 'army' | 'formation' | 'messages' | 'unread' | 'folder', string>;
  nothing: string;
  states: Record<PastMessage['state'], string>;
  unknown: string;
  /** Where the mail of an army with the queue store is. */
  inQueue: (path: string) => string;
  /** Below the list, where the project has one. */
  queueHere: (path: string) => string;
  noMessages: string;
  unreadable: (count: number) => string;
  conversations: (count: number) => string;
  found: (shown: number, count: number) => string;
  foundNothing: string;
  wouldRemove: (army: string) => string;
  removed: (army: string) => string;
  pruned: (removed: number, kept: number) => string;
  notKeep: string;
  notLimit: string;
  notSince: string;
}

const files = (n: number): string => (n === 1 ? '1 file' : `${n} files`);
const armies = (n: number): string => (n === 1 ? '1 army' : `${n} armies`);
const messages = (n: number): string => (n === 1 ? '1 message' : `${n} messages`);

const en: HistoryTexts = {
  about: 'the mail of dismissed armies: list them; show, search and prune',
  show: 'list the messages of a dismissed army',
  search: 'find messages of dismissed armies in which every word stands, newest first',
  prune: 'remove dismissed armies that are older, or more, than is to be kept',
  army: 'a session (its newest army), or session/stamp as ovld history prints it',
  words: 'what to look for, in subjects and bodies',
  flags: {
    json: 'print JSON and nothing else',
    session: 'only armies of that session',
    role: 'only what this role sent or was sent',
    full: 'with the text of each message',
    since: 'from then on: 30d, 2h, 14:30, or a time in RFC 3339',
    limit: 'how many to print at most (20)',
    keepDays: 'keep armies dismissed within so many days, or all (else as configured)',
    keepArmies: 'keep so many of the newest armies of each folder, or all (else as configured)',
    dryRun: 'only say what would be removed',
  },
  examples: {
    list: 'every army that was dismissed, newest first',
    show: 'the messages of the last army of that session',
    full: 'with their text, of one role',
    search: 'messages in which both words stand',
    since: 'of the last month, for a script',
    dryRun: 'what would be removed by your configuration',
    prune: 'remove what was dismissed a month ago and longer',
  },
  columns: {
    dismissed: 'dismissed',
    army: 'army',
    formation: 'formation',
    messages: 'messages',
    unread: 'unread',
    folder: 'folder',
  },
  nothing: 'No army was dismissed yet; ovld unsummon leaves its mail here.',
  states: { unread: 'unread', handed_over: 'not acknowledged', acknowledged: 'read' },
  unknown: '?',
  inQueue: (path) => `its mail stays in the project: ${path}`,
  queueHere: (path) => `Mail of armies with the store queue stays in the project: ${path}`,
  noMessages: 'It left no messages.',
  unreadable: (count) => `${files(count)} could not be read and was passed over.`,
  conversations: (count) =>
    `${count === 1 ? '1 conversation' : `${count} conversations`} can be gone on with: ovld summon --resume`,
  found: (shown, count) =>
    shown === count ? `${messages(count)}.` : `${shown} of ${messages(count)}; --limit shows more.`,
  foundNothing: 'No such message in the history.',
  wouldRemove: (army) => `would remove ${army}`,
  removed: (army) => `removed ${army}`,
  pruned: (removed, kept) => `${armies(removed)} to remove, ${armies(kept)} to keep.`,
  notKeep: 'It must be a whole number from 1, or all.',
  notLimit: 'It must be a whole number from 1 to 1000.',
  notSince: 'It must be a length of time (30d, 2h), a time of day (14:30), or a time in RFC 3339.',
};

const ja: HistoryTexts = {
  about: '送還した軍のメールの一覧（show、search、prune も使えます）',
  show: '送還した軍のメッセージを一覧する',
  search: '送還した軍のメッセージから、すべての語を含むものを新しい順に探す',
  prune: '保存期間や保存数を超えた軍を履歴から消す',
  army: 'セッション名（その最新の軍）、または ovld history が示す session/stamp',
  words: '件名と本文から探す語',
  flags: {
    json: 'JSON だけを表示する',
    session: 'このセッションの軍だけ',
    role: 'この役が送った、またはこの役に宛てたものだけ',
    full: '本文も表示する',
    since: 'この時点から（30d、2h、14:30、または RFC 3339 の日時）',
    limit: '表示する最大件数（20）',
    keepDays: '残す日数、または all（省略時は設定に従う）',
    keepArmies: 'フォルダーごとに残す軍の数（新しい順）、または all（省略時は設定に従う）',
    dryRun: '消さずに、消す対象だけを表示する',
  },
  examples: {
    list: '送還した軍を新しい順に表示する',
    show: 'そのセッションの最後の軍のメッセージ',
    full: '一つの役のものを、本文も含めて',
    search: '両方の語を含むメッセージ',
    since: 'この一か月のもの（スクリプト用）',
    dryRun: '設定に従えば何が消えるか',
    prune: '送還から 30 日を過ぎたものを消す',
  },
  columns: {
    dismissed: '送還日時',
    army: '軍',
    formation: '陣形',
    messages: 'メッセージ',
    unread: '未読',
    folder: 'フォルダー',
  },
  nothing: '送還した軍はまだありません。ovld unsummon のあと、メールがここに残ります。',
  states: { unread: '未読', handed_over: '未確認', acknowledged: '既読' },
  unknown: '?',
  inQueue: (path) => `メールはプロジェクトに残っています: ${path}`,
  queueHere: (path) => `store が queue の軍のメールはプロジェクトに残っています: ${path}`,
  noMessages: 'メッセージは残っていません。',
  unreadable: (count) => `読めないファイルが ${count} 件あり、飛ばしました。`,
  conversations: (count) => `会話 ${count} 件を続けられます: ovld summon --resume`,
  found: (shown, count) =>
    shown === count
      ? `${count} 件。`
      : `${count} 件のうち ${shown} 件。--limit でさらに表示できます。`,
  foundNothing: '履歴に該当するメッセージはありません。',
  wouldRemove: (army) => `消す対象: ${army}`,
  removed: (army) => `消しました: ${army}`,
  pruned: (removed, kept) => `消す軍 ${removed}、残す軍 ${kept}。`,
  notKeep: '1 以上の整数か all にしてください。',
  notLimit: '1 から 1000 までの整数にしてください。',
  notSince: '期間 (30d、2h)、時刻 (14:30)、または RFC 3339 の日時にしてください。',
};

export const historyTexts: Record<Language, HistoryTexts> = { en, ja };
