import type { Argument, Command } from '../mux.ts';
import { PANE_FORMAT, SESSION_FORMAT } from './listing.ts';
import { SCREEN_FORMAT } from './screen.ts';

/** Which server: `-S <socket>`, or nothing for the one of `TMUX`, `TMUX_TMPDIR` or the default. */
export type Server = readonly string[];

export const serverAt = (socket: string | undefined): Server =>
  socket === undefined ? [] : ['-S', socket];

/** One command of tmux's own language: its name and its words. */
type Words = readonly Argument[];

/**
 * Several commands are one list: the server does nothing else between them. `-u`: otherwise tmux
 * prints `_` for every letter of Japanese in a locale that is not UTF-8.
 */
export const tmux = (server: Server, ...list: readonly Words[]): Command => ({
  program: 'tmux',
  args: ['-u', ...server, ...list.flatMap((words, i) => (i === 0 ? words : [';', ...words]))],
});

/** `=`: this name and no other; tmux would also take a session whose name only begins so. */
export const sessionTarget = (session: string): string => `=${session}`;
/** The colon keeps tmux from looking for a window of that name. */
export const currentWindow = (session: string): string => `=${session}:`;

/** A word for tmux: a `;` at its end would be taken for the end of the command (T3). */
export const word = (text: string): string =>
  text.endsWith(';') ? `${text.slice(0, -1)}\\;` : text;

/**
 * A path where tmux expects a format: every `#` doubled, but those before a `[`, which tmux takes
 * for a style and leaves as they are.
 */
export const literalFormat = (text: string): string =>
  word(text.replaceAll(/#+(?![#[])/g, (marks) => marks + marks));

/**
 * argv for tmux. Several words reach execvp unchanged; a single one would be run by the person's
 * shell, so another shell is asked to become it.
 */
export const programWords = (argv: readonly string[]): string[] =>
  ['--', ...(argv.length === 1 ? ['/bin/sh', '-c', 'exec "$0"', ...argv] : argv)].map(word);

export const listSessions = (server: Server): Command =>
  tmux(server, ['list-sessions', '-F', SESSION_FORMAT]);

/** `id`: of the session, whatever its name. */
export const listPanes = (server: Server, id: string): Command =>
  tmux(server, ['list-panes', '-s', '-t', id, '-F', PANE_FORMAT]);

/** Both in one go. Every pane's line begins with a `%`, no session's does. */
export const listAll = (server: Server, session: string): Command =>
  tmux(
    server,
    ['list-sessions', '-F', SESSION_FORMAT],
    ['list-panes', '-s', '-t', sessionTarget(session), '-F', PANE_FORMAT],
  );

/**
 * Both answers in one go, so that the cursor belongs to the lines. `dead`: tmux scrolls a pane by one line, to
 * write at its bottom that it is dead.
 */
export const readScreen = (server: Server, pane: string, dead = false): Command =>
  tmux(
    server,
    ['display-message', '-p', '-t', pane, SCREEN_FORMAT],
    ['capture-pane', '-p', '-e', ...(dead ? ['-J', '-S', '-1'] : []), '-t', pane],
  );

export const serverVersion = (server: Server): Command =>
  tmux(server, ['display-message', '-p', '#{version}']);

/** Never `kill-server`: a person may keep other work there (T7). */
export const killSession = (server: Server, target: string): Command =>
  tmux(server, ['kill-session', '-t', target]);

/** Without `-u`: what the person's terminal can show is for its own locale to say. */
export const showSession = (
  how: 'attach-session' | 'switch-client',
  server: Server,
  session: string,
): Command => ({ program: 'tmux', args: [...server, how, '-t', sessionTarget(session)] });
