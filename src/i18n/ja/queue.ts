import type { queue as en } from '../en/queue.ts';

export const queue: typeof en = {
  about: 'プロジェクトの郵便箱に書く、見る、処理済みにする',
  examples: { list: '受信箱の中身をすべて見る', write: '役に書き送る' },
  write: {
    about: '役の受信箱にメッセージを追記する',
    args: { target: '宛先の役', message: '本文' },
    options: {
      type: '種類（task_assigned、report_received、wake_up）',
      from: '差出人。OVLD_ROLE があればその役',
    },
    lines: {
      wake: 'ovld queue write marshall "続けてください" --from envoy',
      report: 'ovld queue write envoy 完了 --from marshall --type report_received',
    },
    examples: { wake: 'marshall を起こす', report: '報告が届いたと知らせる' },
    nothingSaid: 'メッセージが空です',
    fromMissing: '差出人を指定してください（--from <role> または OVLD_ROLE）',
    written: (id, to) => `${id} を ${to} の受信箱に入れました。`,
  },
  list: {
    about: '受信箱の中身を表示する。役を書かなければ全員',
    args: { target: '宛先の役' },
    examples: { one: '一つの受信箱', json: '1 行に 1 件の JSON で' },
    empty: '何も入っていません。',
  },
  ack: {
    about: '受信箱のメッセージを処理済みにする。以後は渡されない',
    args: { target: '宛先の役', ids: 'メッセージ（`ovld queue list` に出る名前）' },
    examples: { one: '対応し終えた 1 件', two: '2 件まとめて' },
    acknowledged: (ids, to) => `${to} の受信箱で処理済みにしました: ${ids.join('、')}`,
    already: (ids) => `すでに処理済みです: ${ids.join('、')}`,
  },
  nudgeToFile: ({ from, mark, file }) =>
    `[MESSAGE from ${from ?? 'relay'}] ${file} を読み、処理した項目を status: processed にしてください。 (#${mark})`,
};
