import type { Language, QueueTexts } from './texts.ts';

const enQueue: QueueTexts = {
  about: "the project's mailbox: write into it, or look at it",
  write: 'append a message to the inbox of a role',
  list: 'print what is in the inboxes; of all roles when none is named',
  target: 'whose inbox',
  message: 'the text',
  type: 'what it is about: task_assigned, report_received or wake_up',
  from: 'who writes; the role of OVLD_ROLE where that is set',
  nothingSaid: 'the message is empty',
  fromMissing: 'say who writes: --from <role>, or OVLD_ROLE',
  written: (id, to) => `${id} is in the inbox of ${to}.`,
  empty: 'Nothing is in there.',
  noQueue: 'this army has no queue to watch (its store is files)',
  nudgeToFile: ({ from, mark, file }) =>
    `[MESSAGE from ${from ?? 'relay'}] You have mail: read ${file}, and set each entry you have handled to status: processed. (#${mark})`,
};

const jaQueue: QueueTexts = {
  about: 'プロジェクトの郵便箱に書き込む、または中を見る',
  write: '役の受信箱にメッセージを追記する',
  list: '受信箱の中身を表示する。役を書かなければ全員',
  target: '宛先の役',
  message: '本文',
  type: '種類（task_assigned、report_received、wake_up）',
  from: '差出人。OVLD_ROLE があればその役',
  nothingSaid: 'メッセージが空です',
  fromMissing: '差出人を指定してください（--from <role> または OVLD_ROLE）',
  written: (id, to) => `${id} を ${to} の受信箱に入れました。`,
  empty: '何も入っていません。',
  noQueue: 'この軍には見張る queue がありません（store は files です）',
  nudgeToFile: ({ from, mark, file }) =>
    `[MESSAGE from ${from ?? 'relay'}] ${file} を読み、処理した項目を status: processed にしてください。 (#${mark})`,
};

export const queueTexts: Record<Language, QueueTexts> = { en: enQueue, ja: jaQueue };
