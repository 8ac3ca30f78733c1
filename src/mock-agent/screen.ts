import { columnsOf } from '../terminal/columns.ts';
import type { PlayTexts } from './play-texts.ts';
import { wrapLine, type Breaks } from '../terminal/wrap.ts';

/** What is drawn below the transcript: the part that changes. */
export interface View {
  role: string;
  /** undefined: still starting, no composer yet. */
  composer: string | undefined;
  /** For how long the turn has been running; undefined where none is. */
  busyMs: number | undefined;
  queued: number;
  dialog: { id: string; choice: 'yes' | 'no' } | undefined;
  footer: string;
  words: Pick<PlayTexts, 'starting' | 'working' | 'queued'>;
  /** In an empty composer. */
  placeholder: string;
}

export interface Size {
  columns: number;
  rows: number;
}

export interface Drawing {
  rows: string[];
  /** Where the cursor stands, from the top left of the drawing. */
  cursor: { row: number; column: number };
}

const PROMPT = '❯\u00a0';
const dim = (text: string): string => `\u001b[2m${text}\u001b[22m`;

/** Rows of at most `columns`; control characters are not shown. */
export const wrapRows = (text: string, columns: number, breaks: Breaks = 'anywhere'): string[] =>
  text
    .split('\n')
    .flatMap((line) => wrapLine(line.replaceAll(/\p{Cc}/gu, '\ufffd'), columns, breaks));

const cut = (text: string, columns: number): string => wrapRows(text, columns)[0] ?? '';

/** The live part as rows: a composer between two rules as Claude Code draws it, or a dialog. */
export function draw(view: View, { columns, rows }: Size): Drawing {
  const { words, busyMs } = view;
  const spinner = busyMs === undefined ? [] : [cut(spinnerAt(busyMs, words), columns)];
  if (view.dialog !== undefined) return drawDialog(view.dialog, spinner, columns);
  if (view.composer === undefined) {
    return { rows: [dim(cut(words.starting, columns))], cursor: { row: 0, column: 0 } };
  }
  const text = wrapRows(view.composer, Math.max(1, columns - PROMPT.length - 1));
  const fitting = text.slice(-Math.max(1, rows - spinner.length - 5));
  // What is seen must not pass for the whole.
  if (fitting.length < text.length) fitting[0] = '…';
  const box =
    view.composer === ''
      ? [`${PROMPT}${dim(cut(view.placeholder, columns - PROMPT.length))}`]
      : fitting.map((row, i) => `${i === 0 ? PROMPT : '  '}${row}`);
  const queued = view.queued > 0 ? `${words.queued(view.queued)} · ` : '';
  const footer = dim(cut(`  ${queued}${view.footer}`, columns));
  return {
    rows: [...spinner, namedRule(view.role, columns), ...box, '─'.repeat(columns), footer],
    cursor: {
      row: spinner.length + box.length,
      column: PROMPT.length + (view.composer === '' ? 0 : columnsOf(fitting.at(-1) ?? '')),
    },
  };
}

const SPINNER = '·✢✳✶✻✽';
/** How often it has to be drawn again to turn. */
export const SPIN_MS = 250;

/** It never stands still: that is how a turn is told from a picture of one. */
const spinnerAt = (ms: number, { working }: View['words']): string =>
  `${SPINNER.charAt(Math.floor(ms / SPIN_MS) % SPINNER.length)} ${working((ms / 1000).toFixed(1))}`;

function namedRule(name: string, columns: number): string {
  const label = ` ${name} ──`;
  const rest = columns - columnsOf(label);
  return rest < 3 ? '─'.repeat(columns) : `${'─'.repeat(rest)}${label}`;
}

/** It stands where the composer was, and its default is Yes. */
function drawDialog(
  { id, choice }: { id: string; choice: 'yes' | 'no' },
  spinner: string[],
  columns: number,
): Drawing {
  const option = (label: string, chosen: boolean): string => `${chosen ? '❯' : ' '} ${label}`;
  const rows = [
    ...spinner,
    '─'.repeat(columns),
    cut(` Guarded action ${id}`, columns),
    cut(' Do you want to proceed?', columns),
    option('1. Yes', choice === 'yes'),
    option('2. No', choice === 'no'),
    dim(cut(' Esc to cancel', columns)),
  ];
  return { rows, cursor: { row: spinner.length + (choice === 'yes' ? 3 : 4), column: 0 } };
}
