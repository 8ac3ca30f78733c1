import type { PaperHints } from '../papers/papers.ts';
import type { BoardNotes } from '../work/notes.ts';
import { enBoardNotes, enPaperHints } from './board-notes-en.ts';
import { jaBoardNotes, jaPaperHints } from './board-notes-ja.ts';
import type { Language } from './texts.ts';

/** The board's messages to the roles. */
export const boardNotes: Record<Language, BoardNotes> = { en: enBoardNotes, ja: jaBoardNotes };

/** The remarks in its documents. */
export const paperHints: Record<Language, PaperHints> = { en: enPaperHints, ja: jaPaperHints };
