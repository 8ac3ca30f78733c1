import type { output as en } from '../en/output.ts';

export const output: typeof en = (code) =>
  code === 'ENOSPC'
    ? '出力を書き込めませんでした。空き容量がありません（ENOSPC）'
    : `出力を書き込めませんでした（${code}）`;
