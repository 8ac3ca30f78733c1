import type { hold as en } from '../en/hold.ts';

export const hold: typeof en = {
  about: '役への合図を止める（メールは保存され、再開後に届く）',
  args: { role: '役（いくつでも）、または all' },
  examples: {
    one: 'storm への合図を止める',
    several: '二つの役への合図を止める',
    all: '全員への合図を止める',
  },
  holding: (role) =>
    `${role} への合図を止めました。メールは保存され、ovld release ${role} で再開した後に届きます。`,
  alreadyHeld: (role) => `${role} はすでに保留中です。`,
};
