import type { Command, Key, Screen } from '../mux.ts';
import { KEY_BYTES } from '../keys.ts';
import { tmux, type Server } from './commands.ts';

/** What is printed where nothing could be typed: dead, gone, or locked by a person. */
export const REFUSED = 'refused';
/** What is printed where the cursor is no longer where it was seen. */
export const MOVED = 'moved';

export interface Target {
  pane: string;
  /** tmux from 3.7 on writes control characters as `^[` unless told not to (T6). */
  raw: boolean;
}

let counter = 0;
const bufferName = (): string => `ovld-${process.pid}-${(counter += 1)}`;

/**
 * Through a buffer, because an argument may not be long (T3), and in one command list with the
 * question whether the pane lives: in 3.3a a paste into a dead one kills the server (T1). `-r` keeps
 * newlines as they are.
 *
 * A pane in copy mode gets the text too, without leaving it. But there tmux asks the mode's screen,
 * not the program's, whether a paste is to be bracketed, so the brackets are pasted by ourselves.
 */
export function pasteText(server: Server, target: Target, text: string): Command {
  const buffer = bufferName();
  const [opening, closing] = [`${buffer}-a`, `${buffer}-z`];
  const paste = (flags: string, name: string): string =>
    `paste-buffer ${flags} ${target.raw ? '-S ' : ''}-b ${name} -t ${target.pane}`;
  const bracketed = [opening, buffer, closing].map((name) => paste('-r', name)).join(' ; ');
  return {
    ...tmux(
      server,
      ['load-buffer', '-b', buffer, '-'],
      ['set-buffer', '-b', opening, '\u001b[200~'],
      ['set-buffer', '-b', closing, '\u001b[201~'],
      ask(target, typable(target, false), paste('-p -r', buffer)),
      ask(target, typable(target, true), bracketed),
      ask(target, typable(target), '', `display-message -p ${REFUSED}`),
      ['delete-buffer', '-b', opening],
      ['delete-buffer', '-b', closing],
      ['delete-buffer', '-b', buffer],
    ),
    stdin: text,
  };
}

/**
 * A key as its pasted byte: unlike `send-keys` it reaches the program of a pane in copy mode (T2), and
 * only this pane where a person has `synchronize-panes` on. With `cursor` it is asked in the same
 * command list whether that is still there: where a dialog has opened since the look, it is not. What
 * the program has drawn by now is taken in first; tmux may have come to our command before it.
 */
export function pressKey(
  server: Server,
  target: Target,
  key: Key,
  cursor?: Screen['cursor'],
): Command {
  const buffer = bufferName();
  const paste = `paste-buffer -r ${target.raw ? '-S ' : ''}-b ${buffer} -t ${target.pane}`;
  return tmux(
    server,
    ['set-buffer', '-b', buffer, KEY_BYTES[key]],
    ...(cursor === undefined ? [] : [['run-shell', '-d', '0.001']]),
    ask(target, typable(target), '', `display-message -p ${REFUSED}`),
    ask(target, both(typable(target), unmoved(cursor)), paste, `display-message -p ${MOVED}`),
    ['delete-buffer', '-b', buffer],
  );
}

const both = (one: string, other: string): string => `#{&&:${one},${other}}`;

const unmoved = (cursor: Screen['cursor']): string =>
  cursor === undefined ? '1' : `#{==:#{cursor_x} #{cursor_y},${cursor.column} ${cursor.row}}`;

const ask = (
  { pane }: Target,
  condition: string,
  then: string,
  otherwise = '',
): readonly string[] => ['if-shell', '-F', '-t', pane, condition, then, otherwise];

/** Where the pane is gone tmux answers for another one: so its id is part of the question. */
function typable({ pane }: Target, inMode?: boolean): string {
  const mode = inMode === undefined ? undefined : '#{?pane_in_mode,1,0}';
  const asked = ['#{pane_id}', '#{pane_dead}', '#{pane_input_off}', mode];
  const wanted = [pane, '0', '0', mode && (inMode ? '1' : '0')];
  return `#{==:${asked.join(' ')},${wanted.join(' ')}}`;
}
