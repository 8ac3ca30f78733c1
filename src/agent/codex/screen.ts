import type { Screen } from '../../mux/mux.ts';
import type { Composer, Question } from '../agent.ts';
import { cellsOf } from '../cells.ts';
import { isDim, showsText } from '../composer.ts';

/**
 * Reads the composer of Codex: the last row that begins with `›`, the indented rows of its text, an empty row, and
 * a few indented ones of a status line and hints. What a person has said stands above it in the same form, but
 * dim, and what the model says may imitate it: so nothing else may follow, and where the cursor is known it
 * is in it.
 *
 * `Working` says that a turn runs. While a text is written nothing does (X2), and at its end there is a row that
 * says how long the turn took. So where the last thing above the composer is neither that nor the word of
 * a turn that failed, the last rows are the sign: they move while they are written.
 */
export function readScreen(screen: Screen): Composer {
  const rows = trimEnd(screen.lines);
  const last = rows.findLastIndex((row) => POINTER.test(row));
  const box = findBox(rows);
  const isInside = box !== undefined && isCursorInside(screen, box);
  if (OPTION.test(rows[last] ?? '') && !(isInside && screen.cursor !== undefined))
    return { state: 'dialog' };
  if (box === undefined || !isInside || isHistory(screen, box.first)) return { state: 'unknown' };
  const above = trimEnd(rows.slice(0, box.first));
  // What is typed would be taken by no server.
  if (above.slice(-SIGN_ROWS).some((row) => LOST.test(row))) return { state: 'unknown' };
  const busy = findBusySign(above);
  const ready = { state: 'ready', ...(busy !== undefined && { busy }) } as const;
  const text = readText(rows.slice(box.first, box.end));
  const mode = rows[box.first]?.charAt(0);
  // A command for the shell is not for the model.
  if (mode !== PROMPT) return { ...ready, text: `${mode} ${text}` };
  const atStart = screen.cursor === undefined || screen.cursor.column === TEXT_COLUMN;
  if (text === '' && !atStart) return { state: 'unknown' };
  return { ...ready, text: atStart && isDim(screen, box.first) ? '' : text };
}

/** Whether a composer that reads `shown` holds `text`, or the agent's own words for it. */
export function shows(shown: string, text: string): boolean {
  // A narrow pane may wrap it anywhere.
  const [, length] = PASTED.exec(shown.replaceAll(/\s/g, '')) ?? [];
  if (length === undefined) return showsText(shown, text);
  return Number(length) === [...text.replaceAll('\r\n', '\n')].length;
}

const PROMPT = '›';
const PROMPT_ROW = /^[›!](?: |$)/;
const POINTER = /^ *›/;
const OPTION = /^ *› \d+\. /;
const INDENTED = /^(?: {2}|$)/;
const TEXT_COLUMN = 2;
/** A status line of the person's own may take two. */
const FOOTER_ROWS = 4;
/** At the right edge of a composer whose text began further up. */
const CUT = / +↑$/;
const PASTED = /^\[PastedContent(\d+)chars\]$/;

const WORKING = /^[•◦] .*\((?:\d+h )?(?:\d+m )?\d+s • /;
const LOST = /^[•◦] Reconnecting to server/;
/** Queued lines stand between it and the composer. */
const SIGN_ROWS = 12;
const WORKED = /^ {2}Worked for [<\dhms ]+ • \d\d?:\d\d/;
/** Commands that are refused in a turn are told the same way. */
const FAILED = /^■ (?!.* is disabled while a task is in progress)/;
const STARTED = /^ *>_ OpenAI Codex /;
/** Where something begins that was said or done. */
const BEGINS = /^[•◦■›] /;
const MOVING_ROWS = 3;

interface Box {
  /** As rows: its first, and the one after its last. */
  first: number;
  end: number;
}

const trimEnd = (rows: readonly string[]): readonly string[] =>
  rows.slice(0, rows.findLastIndex((row) => row.trim() !== '') + 1);

/** The last empty row divides it from what stands below; without one it reaches the end of the screen. */
function findBox(rows: readonly string[]): Box | undefined {
  const first = rows.findLastIndex((row) => PROMPT_ROW.test(row));
  const gap = rows.findLastIndex((row) => row.trim() === '');
  if (first < 0 || !rows.slice(first + 1).every((row) => INDENTED.test(row))) return undefined;
  const end = gap > first ? gap : rows.length;
  return rows.length - end - 1 > FOOTER_ROWS ? undefined : { first, end };
}

const isCursorInside = ({ cursor }: Screen, { first, end }: Box): boolean =>
  cursor === undefined || (cursor.row >= first && cursor.row < end);

/** What was said before begins with the same sign, dim. */
const isHistory = ({ styled }: Screen, row: number): boolean =>
  styled !== undefined && cellsOf(styled, row)[0]?.dim === true;

function findBusySign(above: readonly string[]): string | undefined {
  const working = above.slice(-SIGN_ROWS).filter((row) => WORKING.test(row));
  if (working.length > 0) return working.join('\n');
  const begun = above.findLastIndex((row) => BEGINS.test(row));
  // What still runs in the background is told below it.
  if (above.findLastIndex((row) => WORKED.test(row)) > begun) return undefined;
  if (FAILED.test(above[begun] ?? '')) return undefined;
  if (begun < 0 && STARTED.test(above.find((row) => row.trim() !== '') ?? '')) return undefined;
  return above.slice(-MOVING_ROWS).join('\n');
}

function readText([first = '', ...rest]: readonly string[]): string {
  const cut = CUT.test(first.trimEnd());
  const text = [first.trimEnd().replace(CUT, '').slice(TEXT_COLUMN), ...rest.map(unindent)];
  return `${cut ? '…' : ''}${text.map((row) => row.trimEnd()).join('\n')}`.trimEnd();
}

const unindent = (row: string): string => row.replace(/^ {1,2}/, '');

/** Its questions by their words on the screen; the first that fits counts. They are only shown to a person. */
const SIGNS: readonly [Question, RegExp][] = [
  ['trust', wrapped('Trust this folder\\?')],
  ['login', /^\s*> 1\. Sign in with ChatGPT/m],
  ['permission', wrapped('Would you like to (?:run|make|grant|allow)')],
  ['choice', /^ *› \d+\. /m],
];

/** In a narrow pane any space may be the end of a row. */
function wrapped(words: string): RegExp {
  return new RegExp(words.replaceAll(' ', String.raw`\s+`));
}

const QUESTION_ROWS = 30;

export function findQuestion(screen: Screen): Question | undefined {
  if (readScreen(screen).state === 'ready') return undefined;
  const bottom = trimEnd(screen.lines).slice(-QUESTION_ROWS).join('\n');
  return SIGNS.find(([, sign]) => sign.test(bottom))?.[0];
}
