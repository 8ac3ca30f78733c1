import type { Language } from './texts.ts';

/** Of what a command prints: why it could not be written, as the system calls it. */
export const outputTexts: Record<Language, (code: string) => string> = {
  en: (code) =>
    code === 'ENOSPC'
      ? 'the output could not be written: no space is left (ENOSPC)'
      : `the output could not be written (${code})`,
  ja: (code) =>
    code === 'ENOSPC'
      ? '出力を書き込めませんでした。空き容量がありません（ENOSPC）'
      : `出力を書き込めませんでした（${code}）`,
};
