import type { release as en } from '../en/release.ts';

export const release: typeof en = {
  about: '役への合図を再開し、見張りの減速も解く。役を書かなければすべて',
  inOverview: '役への合図を再開する。役を書かなければすべて',
  args: { role: '役（いくつでも）、または all' },
  examples: {
    one: 'storm への合図を再開する',
    several: '二つの役への合図を再開する',
    all: 'すべての保留を解く',
  },
  released: (role, other) =>
    other === undefined
      ? `${role} への合図を再開しました。`
      : `${role} と ${other} のやり取りを再開しました。`,
  nothingHeld: '保留中のものはありません。',
  stillPaused: '軍は一時停止中です。ovld unpause で再開します。',
};
