import type { ToldExample } from './examples.ts';
import type { Language } from './texts.ts';

export interface CompletionTexts {
  about: string;
  shell: string;
  /** Below the help: what to do with the script, in each shell. */
  install: string;
}

const en: CompletionTexts = {
  about: 'print the script that completes commands, options, roles and sessions',
  shell: 'bash, zsh or fish',
  install: 'The folder of the file must exist. Open a new shell afterwards.',
};

const ja: CompletionTexts = {
  about: 'コマンド・オプション・役・セッションを補完するスクリプトを出力する',
  shell: 'bash、zsh、fish のどれか',
  install: '保存先のフォルダーは先に作ってください。新しいシェルから有効になります。',
};

export const completionTexts: Record<Language, CompletionTexts> = { en, ja };

export const completionExamples: readonly ToldExample[] = [
  { typed: 'ovld completion bash >> ~/.bashrc', en: 'for bash', ja: 'bash の場合' },
  {
    typed: 'ovld completion zsh > ~/.zfunc/_ovld',
    en: 'for zsh, with ~/.zfunc in fpath',
    ja: 'zsh の場合（fpath に ~/.zfunc）',
  },
  {
    typed: 'ovld completion fish > ~/.config/fish/completions/ovld.fish',
    en: 'for fish',
    ja: 'fish の場合',
  },
];
