import type { desk as en } from '../en/desk.ts';
import { plainReason } from '../foreign-words.ts';

export const desk: typeof en = {
  waits: 'ここに軍はいません。メッセージは受信箱で待ちます。',
  scratch: 'これは芝居の掲示板です。軍を送還すると消えます。',
  inputAndFlags: (flags) =>
    `--input はすべてをひとつの場所から取ります。${flags.join('、')} は指定しないでください`,
  unreadableInput: (path, reason) => `${path}: ${plainReason('ja', reason)}`,
  noRoleFor: (duty) => `この陣形に ${duty} はいません。誰として行うかを --as で指定してください`,
};
