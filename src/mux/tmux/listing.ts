import { roleSchema } from '../../army/role.ts';
import { OvldError } from '../../errors.ts';
import { WATCHING, type Pane } from '../mux.ts';

/**
 * Fields are parted by tabs: tmux takes no title and no name with a control character in it. Text a
 * program or a person can choose comes last all the same.
 */
const fields = (names: string): string =>
  names
    .split(' ')
    .map((name) => `#{${name}}`)
    .join('\t');

export const PANE_FORMAT = fields(
  'pane_id pane_dead pane_input_off pane_pid pane_left pane_top pane_width pane_height ' +
    '@ovld_role window_name pane_title',
);

const PANE = new RegExp(
  ['^(?<id>%\\d+)', '(?<dead>[01])', '(?<locked>[01])', '(?<pid>\\d+)']
    .concat(['(?<x>\\d+)', '(?<y>\\d+)', '(?<columns>\\d+)', '(?<rows>\\d+)'])
    .concat(['(?<role>[^\\t]*)', '(?<tab>[^\\t]*)', '(?<title>.*)$'])
    .join('\\t'),
  'u',
);

export function parsePanes(stdout: string): Pane[] {
  const all = linesOf(stdout).map((line) => match(PANE, line, 'list-panes'));
  return all
    .filter(({ role }) => role !== WATCHING)
    .map((found) => {
      const [alive, role] = [found['dead'] === '0', roleSchema.safeParse(found['role'])];
      const number = (name: string): number => Number(found[name]);
      return {
        id: found['id'] ?? '',
        title: found['title'] ?? '',
        ...(role.success && { role: role.data }),
        tab: found['tab'] ?? '',
        alive,
        // `select-pane -d`: whatever is typed is dropped without a word.
        hidden: found['locked'] === '1',
        box: { x: number('x'), y: number('y'), columns: number('columns'), rows: number('rows') },
        ...(alive && { pid: number('pid') }),
      };
    });
}

export const SESSION_FORMAT = fields(
  'pid session_id session_created @ovld_army @ovld_mark session_name socket_path',
);

const SESSION =
  /^(?<server>\d+)\t(?<id>\$\d+)\t(?<created>\d+)\t(?<army>[^\t]*)\t(?<mark>[^\t]*)\t(?<name>[^\t]*)\t(?<socket>[^\t]+)$/u;

export interface Session {
  id: string;
  /** Set by us at the start, and not changed by a person who renames the session. */
  army: string;
  /** `encodeMark` the army's directory, set with the session in one go: two users' armies may have one name. */
  mark: string;
  name: string;
  /** A server never gives an id twice; its own pid and the time tell servers apart. */
  life: string;
  socket: string;
}

export const parseSessions = (stdout: string): Session[] =>
  linesOf(stdout).map((line) => {
    const {
      server,
      id = '',
      created,
      army = '',
      mark = '',
      name = '',
      socket = '',
    } = match(SESSION, line, 'list-sessions');
    return { id, army, mark, name, life: `${server}.${id}.${created}`, socket };
  });

/** A path may have a tab or a new line in it. */
export const encodeMark = (dir: string): string => encodeURI(dir);

/** The session of an army: by our mark, which outlives a renaming; else by its name. */
export const findSession = (sessions: readonly Session[], name: string): Session | undefined =>
  sessions.find(({ army }) => army === name) ?? sessions.find((one) => one.name === name);

const linesOf = (stdout: string): string[] => stdout.split('\n').filter((line) => line !== '');

function match(pattern: RegExp, line: string, command: string): Record<string, string> {
  const found = pattern.exec(line)?.groups;
  if (found !== undefined) return found;
  const reason = { code: 'answer_unexpected', line } as const;
  throw new OvldError('mux_failed', { program: 'tmux', command, reason });
}
