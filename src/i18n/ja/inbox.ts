import type { inbox as en } from '../en/inbox.ts';
import { ageWords } from './age.ts';

export const inbox: typeof en = {
  about: '未読のメッセージを、受け取らずに見る。自分宛てのもの、または役のもの',
  args: { whose: '誰の受信箱か。役の名前か human（自分）' },
  options: { full: '本文をすべて表示する', take: '既読にする。表示したもの、または指定したもの' },
  examples: {
    own: '自分宛てのメッセージを見る',
    taken: 'すべて読み、既読にする',
    role: 'storm がまだ読んでいないものを見る。未読のまま残る',
  },
  empty: (whose) =>
    whose === 'human'
      ? 'あなた宛ての未読メッセージはありません。'
      : `${whose} に未読のメッセージはありません。`,
  howToRead: 'ovld inbox --full で本文を表示し、--take で既読にします。',
  howToTake: 'ovld inbox --take で既読にします。',
  taken: (count) => `${count} 件を既読にしました。`,
  notUnread: (ids) => ({
    message: `未読ではありません: ${ids.join('、')}`,
    hint: '未読のメッセージと ID は ovld inbox で見られます',
  }),
  columns: { id: 'ID', age: '経過', from: '差出人', subject: '件名' },
  notYours: '既読にできるのは自分宛てのメッセージだけです: ovld inbox human --take',
  urgent: '至急',
  age: ageWords,
};
