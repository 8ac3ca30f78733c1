import type { completion as en } from '../en/completion.ts';

export const completion: typeof en = {
  about: 'コマンド・オプション・役・セッションを補完するスクリプトを出力する',
  inOverview: 'シェルの補完スクリプトを出力する',
  note: '保存先のフォルダーは先に作ってください。新しいシェルから有効になります。',
  args: { shell: 'bash、zsh、fish のどれか' },
  examples: { bash: 'bash の場合', zsh: 'zsh の場合（fpath に ~/.zfunc）', fish: 'fish の場合' },
};
