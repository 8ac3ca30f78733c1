import type { Language } from './texts.ts';

type Lines = readonly (readonly [typed: string, does: string])[];

type Refusal = { message: string; hint: string };
type Stored = (to: string, id: string) => string;

/** `ovld send` and `ovld inbox`: what they are, and what they say. */
export interface PersonTexts {
  send: string;
  inbox: string;
  sendExamples: Lines;
  inboxExamples: Lines;
  arguments: { to: string; message: string; whose: string };
  flags: Record<'subject' | 'urgent' | 'session' | 'json' | 'full' | 'take', string>;
  optionInLetter(option: string): string;
  /** Nothing was written, so nothing was sent. */
  nothing: Refusal;
  /** The editor ended with an error. */
  aborted: Refusal;
  toOneself: Refusal;
  /** What became of a message that is stored. */
  stored: Record<'ringing' | 'coalesced' | 'typed' | 'person' | 'held' | 'over', Stored> & {
    later(to: string, id: string, why: string): string;
  };
  /** What was written and could not be sent. */
  kept(path: string): string;
  empty(whose: string): string;
  /** For people, of the person's own inbox. */
  howToTake: string;
  taken(count: number): string;
  notUnread(ids: readonly string[]): Refusal;
  columns: Record<'id' | 'age' | 'from' | 'subject', string>;
  notYours: string;
  urgent: string;
  age: Record<'now', string> & Record<'minutes' | 'hours' | 'days', (n: number) => string>;
}

const en: PersonTexts = {
  send: 'write to a role, or to all of them, as the person (human)',
  inbox: 'look at unread messages without taking them: yours, or those of a role',
  sendExamples: [
    ['ovld send storm "Please run the tests again"', 'one line, from the command line'],
    ['echo "See docs/plan.md" | ovld send glacier --subject Plan', 'what another program says'],
    ['ovld send all --urgent "Stop: the branch is frozen"', 'to every role'],
  ],
  inboxExamples: [
    ['ovld inbox', 'what was written to you'],
    ['ovld inbox --full --take', 'read it all, and be done with it'],
    ['ovld inbox storm', 'what storm has not read yet; it stays unread'],
  ],
  arguments: {
    to: 'whom it is for: a role, or all',
    message: 'the text; - reads it from standard input, without one $VISUAL or $EDITOR opens',
    whose: 'whose inbox: a role, or human (you)',
  },
  flags: {
    subject: 'what it is about; the first line of the text where it is not given',
    urgent: 'before everything else in the inbox',
    session: 'which army, by its session; else the one of this folder',
    json: 'print JSON and nothing else',
    full: 'the whole text of each message',
    take: 'mark as read: those shown, or those named',
  },
  optionInLetter: (option) =>
    `${option} stands among the words of the message: quote the message, or put it after --; options go before it`,
  nothing: {
    message: 'nothing was written, so nothing was sent',
    hint: 'give the text after the role, or pipe it in',
  },
  aborted: {
    message: 'the editor ended with an error, so nothing was sent',
    hint: 'send the file that is named above, or write it again',
  },
  toOneself: {
    message: 'human is you: there is nobody to send it to',
    hint: 'ovld inbox shows the mail that is for you',
  },
  stored: {
    ringing: (to, id) => `Stored for ${to} (${id}). It is being woken.`,
    coalesced: (to, id) => `Stored for ${to} (${id}). It is being woken.`,
    typed: (to, id) => `Stored for ${to} (${id}). It was woken.`,
    person: (to, id) => `Stored for ${to} (${id}).`,
    held: (to, id) =>
      `Stored for ${to} (${id}), which is held: it is not woken until you run ovld release ${to}.`,
    over: (to, id) =>
      `Stored for ${to} (${id}), but the army has ended: ovld summon --resume brings it back, with its mail.`,
    later: (to, id, why) => `Stored for ${to} (${id}), not woken: ${why}. It will be read later.`,
  },
  kept: (path) => `What you wrote is kept in ${path}`,
  empty: (whose) => (whose === 'human' ? 'Nothing unread.' : `${whose} has read it all.`),
  howToTake: 'ovld inbox --full shows the texts; --take marks them as read.',
  taken: (count) => (count === 1 ? '1 message is read now.' : `${count} messages are read now.`),
  notUnread: (ids) => ({
    message: `not unread: ${ids.join(', ')}`,
    hint: 'ovld inbox shows what is unread, with its id',
  }),
  columns: { id: 'ID', age: 'AGE', from: 'FROM', subject: 'SUBJECT' },
  notYours: 'only your own messages can be taken: ovld inbox human --take',
  urgent: 'urgent',
  age: { now: 'now', minutes: (n) => `${n}m`, hours: (n) => `${n}h`, days: (n) => `${n}d` },
};

const ja: PersonTexts = {
  send: '人 (human) として、役に、または全員に書く',
  inbox: '未読のメッセージを、受け取らずに見る。自分宛てのもの、または役のもの',
  sendExamples: [
    ['ovld send storm "テストをもう一度実行してください"', 'コマンドラインから一行で'],
    ['echo "docs/plan.md を参照" | ovld send glacier --subject 計画', '他のプログラムの出力を送る'],
    ['ovld send all --urgent "中断: ブランチを凍結します"', '全員に送る'],
  ],
  inboxExamples: [
    ['ovld inbox', '自分宛てのメッセージを見る'],
    ['ovld inbox --full --take', 'すべて読み、既読にする'],
    ['ovld inbox storm', 'storm がまだ読んでいないものを見る。未読のまま残る'],
  ],
  arguments: {
    to: '宛先。役の名前か all',
    message: '本文。- なら標準入力から読む。書かなければ $VISUAL か $EDITOR が開く',
    whose: '誰の受信箱か。役の名前か human（自分）',
  },
  flags: {
    subject: '件名。書かなければ本文の一行目',
    urgent: '受信箱の先頭に置く',
    session: '軍をセッション名で選ぶ。書かなければこのフォルダーの軍',
    json: 'JSON だけを表示する',
    full: '本文をすべて表示する',
    take: '既読にする。表示したもの、または指定したもの',
  },
  optionInLetter: (option) =>
    `${option} が本文の中にあります。本文を引用符で囲むか -- の後に書き、オプションは本文より前に置いてください`,
  nothing: {
    message: '何も書かれていないので、送りませんでした',
    hint: '本文を役の後に書くか、パイプで渡してください',
  },
  aborted: {
    message: 'エディターがエラーで終わったので、送りませんでした',
    hint: '上に示したファイルを送るか、もう一度書いてください',
  },
  toOneself: {
    message: 'human はあなた自身です。送る相手がいません',
    hint: 'あなた宛てのメッセージは ovld inbox で見られます',
  },
  stored: {
    ringing: (to, id) => `${to} 宛てに保存しました (${id})。合図を送っています。`,
    coalesced: (to, id) => `${to} 宛てに保存しました (${id})。合図を送っています。`,
    typed: (to, id) => `${to} 宛てに保存しました (${id})。合図を送りました。`,
    person: (to, id) => `${to} 宛てに保存しました (${id})。`,
    held: (to, id) =>
      `${to} 宛てに保存しました (${id})。${to} は保留中なので、ovld release ${to} で解くまで合図は送られません。`,
    over: (to, id) =>
      `${to} 宛てに保存しました (${id})。ただし軍は終了しています。ovld summon --resume で、メールごと再召喚できます。`,
    later: (to, id, why) =>
      `${to} 宛てに保存しましたが (${id})、合図は送れていません: ${why}。後で読まれます。`,
  },
  kept: (path) => `書いた文章は ${path} に残してあります`,
  empty: (whose) =>
    whose === 'human'
      ? 'あなた宛ての未読メッセージはありません。'
      : `${whose} に未読のメッセージはありません。`,
  howToTake: 'ovld inbox --full で本文を表示し、--take で既読にします。',
  taken: (count) => `${count} 件を既読にしました。`,
  notUnread: (ids) => ({
    message: `未読ではありません: ${ids.join('、')}`,
    hint: '未読のメッセージと ID は ovld inbox で見られます',
  }),
  columns: { id: 'ID', age: '経過', from: '差出人', subject: '件名' },
  notYours: '既読にできるのは自分宛てのメッセージだけです: ovld inbox human --take',
  urgent: '至急',
  age: {
    now: '今',
    minutes: (n) => `${n}分`,
    hours: (n) => `${n}時間`,
    days: (n) => `${n}日`,
  },
};

export const personTexts: Record<Language, PersonTexts> = { en, ja };
