import * as en from './en/board-notes.ts';
import * as ja from './ja/board-notes.ts';

/** The board's messages to the roles. */
export const boardNotes = { en: en.boardNotes, ja: ja.boardNotes };

/** The remarks in its documents. */
export const documentHints = { en: en.documentHints, ja: ja.documentHints };
