import type { Command, Key } from '../mux.ts';

export type Direction = 'left' | 'right' | 'up' | 'down';

type Env = Readonly<Record<string, string>>;

/** What Zellij takes as one argument; the kernel refuses a longer one (Z25). */
export const ARGUMENT_BYTES = 131_071;

/** Every way Zellij is called, as values. `env` goes with each: where its sockets are. */
export function zellijCommands(session: string, env: Env = {}) {
  const zellij = (args: readonly string[], more: Env = {}): Command => {
    const all = { ...env, ...more };
    return { program: 'zellij', args, ...(Object.keys(all).length > 0 && { env: all }) };
  };
  const action = (...words: readonly string[]): Command =>
    zellij(['--session', session, 'action', ...words]);

  return {
    version: () => zellij(['--version']),
    listSessions: () => zellij(['list-sessions', '--no-formatting']),
    startAttached: (layout: string, more: Env) =>
      zellij(['--session', session, '--new-session-with-layout', layout], more),
    /** `--new-session-with-layout` is for a terminal only. */
    startHeadless: (layout: string, more: Env) =>
      zellij(['--layout', layout, 'attach', '--create-background', session], more),
    attach: () => zellij(['attach', session]),
    /** From a pane of another session: a second Zellij in it would be a nested one (Z24). */
    switchTo: () => zellij(['action', 'switch-session', session]),
    kill: () => zellij(['kill-session', session]),
    delete: () => zellij(['delete-session', session, '--force']),

    listPanes: () => action('list-panes', '--json', '--all'),
    listClients: () => action('list-clients'),
    paste: (pane: string, text: string) => action('paste', '--pane-id', pane, ...literal(text)),
    press: (pane: string, key: Key) =>
      action('send-keys', '--pane-id', pane, key === 'Escape' ? 'Esc' : key),
    dump: (pane: string) => action('dump-screen', '--pane-id', pane, '--ansi'),
    /** In the place of a pane, which is closed; the new one has an id of its own. */
    replace: (pane: string, ...program: PaneProgram) =>
      action(
        'new-pane',
        '--in-place',
        '--pane-id',
        pane,
        '--close-replaced-pane',
        ...paneArguments(program),
      ),
    newPane: (tab: string, ...program: PaneProgram) =>
      action('new-pane', '--no-focus', '--tab-id', tab, ...paneArguments(program)),
    focusPane: (pane: string) => action('focus-pane-id', pane),
    focusNext: () => action('focus-next-pane'),
    goToTabById: (id: string) => action('go-to-tab-by-id', id),
    /** Said to another session: its client comes over, to that pane. */
    switchFrom: (other: string, pane: string) =>
      zellij(['--session', other, 'action', 'switch-session', session, '--pane-id', pane]),
    scrollToBottom: (pane: string) => action('scroll-to-bottom', '--pane-id', pane),

    goToTab: (name: string) => action('go-to-tab-name', name),
    moveFocus: (direction: Direction) => action('move-focus', direction),
    writeChars: (text: string) => action('write-chars', ...literal(text)),
    dumpFocused: () => action('dump-screen', '--ansi'),
    /** Before 0.44: into a file, without styles. */
    dumpFocusedTo: (path: string) => action('dump-screen', path),
  };
}

type PaneProgram = readonly [name: string, cwd: string, ...argv: string[]];

const paneArguments = ([name, cwd, ...argv]: PaneProgram): string[] => [
  '--name',
  name,
  '--cwd',
  cwd,
  '--',
  ...argv,
];

export type ZellijCommands = ReturnType<typeof zellijCommands>;

/** A text that begins with a dash is no option. */
const literal = (text: string): string[] => (text.startsWith('-') ? ['--', text] : [text]);

/** In pieces of at most `limit` bytes, never inside a character. */
export function pieces(text: string, limit: number = ARGUMENT_BYTES): string[] {
  const found: string[] = [];
  let piece = '';
  let bytes = 0;
  for (const character of text) {
    const size = Buffer.byteLength(character);
    if (bytes + size > limit) {
      found.push(piece);
      piece = '';
      bytes = 0;
    }
    piece += character;
    bytes += size;
  }
  return piece === '' ? found : [...found, piece];
}
