import type { AlertKind } from '../army/human.ts';
import type { Role } from '../army/role.ts';
import type { Language } from './texts.ts';

/** A sentence for each alert: who, and what of them; never a word of a message. */
type AlertTexts = Record<AlertKind, (role: Role) => string>;

export const alertTexts: Record<Language, AlertTexts> = {
  en: {
    waits: (role) => `${role} waits for your permission.`,
    died: (role) => `${role} has died.`,
    unreachable: (role) => `${role} cannot be reached: its mail has waited for ten minutes.`,
    wrote: (role) => `${role} wrote to you: ovld inbox shows it.`,
  },
  ja: {
    waits: (role) => `${role} が許可を待っています。`,
    died: (role) => `${role} が倒れました。`,
    unreachable: (role) => `${role} から応答がありません。メッセージが 10 分間読まれていません。`,
    wrote: (role) => `${role} からあなた宛てのメッセージです。ovld inbox で読めます。`,
  },
};
