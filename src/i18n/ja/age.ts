import type { ageWords as en } from '../en/age.ts';

export const ageWords: typeof en = {
  now: '今',
  minutes: (count) => `${count}分`,
  hours: (count) => `${count}時間`,
  days: (count) => `${count}日`,
};
