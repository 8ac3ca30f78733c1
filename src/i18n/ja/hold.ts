import type { hold as en } from '../en/hold.ts';

export const hold: typeof en = {
  about: '役への合図を止める（メールは受信箱に保存される）',
  args: { role: '役（いくつでも）、または all' },
  examples: {
    one: 'storm への合図を止める',
    several: '二つの役への合図を止める',
    all: '全員への合図を止める',
  },
  holding: (role) =>
    `${role} への合図を止めました。メールは受信箱に保存されます。ovld release ${role} で再開します。`,
  alreadyHeld: (role) => `${role} はすでに保留中です。`,
};
