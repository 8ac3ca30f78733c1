import { describe, expect, it } from 'vitest';
import * as listing from '../../src/mux/zellij/listing.ts';

const entry = {
  id: 0,
  is_plugin: false,
  is_suppressed: false,
  is_floating: false,
  is_held: false,
  exited: false,
  title: 'overlord',
  pane_x: 0,
  pane_y: 1,
  pane_columns: 18,
  pane_rows: 48,
  tab_position: 0,
  tab_name: 'command',
  pane_command: 'claude',
};
const { pane_command: _, ...idle } = entry;

describe('what Zellij lists', () => {
  // [Z18 Z19 session.exists.1]
  it.each([
    ['overlord [Created 3s ago] ', 'live'],
    ['overlord [Created 1day 2h ago] (EXITED - attach to resurrect)', 'exited'],
    ['overlord [Created 3s ago] (current)', 'live'],
    ['overlord-2 [Created 3s ago] \nan overlord [Created 3s ago] ', 'none'],
    ['', 'none'],
  ] as const)('%j shows the session as %s', (text, state) => {
    expect(listing.parseState(text, 'overlord')).toBe(state);
  });

  it.each([
    ['a program in it', entry, true],
    ['held', { ...entry, is_held: true }, false],
    ['exited', { ...entry, exited: true }, false],
    ['nothing in it, and not marked', idle, false],
  ])('shows whether a pane is alive: %s [Z6 Z7]', (_name, listed, alive) => {
    const [pane] = listing.parsePanes(JSON.stringify([listed])).map(listing.toPane);
    expect(pane).toMatchObject({ id: 'terminal_0', title: 'overlord', alive, hidden: false });
  });

  it('leaves plugins out, and gives the rest in the order of the layout [Z12]', () => {
    const listed = [
      { ...entry, id: 5, tab_position: 1, pane_y: 1 },
      { ...entry, id: 3, pane_x: 18 },
      { ...entry, id: 0, is_plugin: true },
      { ...entry, id: 9, pane_x: 0 },
      { ...entry, id: 4, tab_position: 1, pane_y: 0, pane_x: 4 },
    ];
    const ids = listing.parsePanes(JSON.stringify(listed)).map(({ id }) => id);
    expect(ids).toEqual([9, 3, 4, 5]);
  });

  it.each([['not json'], ['{}'], ['[{"id":"x"}]']])('is refused when it is %s', (text) => {
    expect(() => listing.parsePanes(text)).toThrow();
  });

  it('has clients with the panes they look at [Z5]', () => {
    const head = 'CLIENT_ID ZELLIJ_PANE_ID RUNNING_COMMAND';
    expect(listing.parseClients(head)).toEqual(new Map());
    expect(
      listing.parseClients(
        `${head}\n1         terminal_3     vim /a b\n2         plugin_0       N/A`,
      ),
    ).toEqual(
      new Map([
        ['1', 'terminal_3'],
        ['2', 'plugin_0'],
      ]),
    );
  });

  it.each([
    ['zellij 0.45.1\n', [0, 45, 1]],
    ['zellij 1.0.0-rc.1', [1, 0, 0]],
    ['tmux 3.3a', undefined],
  ])('gives the version of %j', (text, version) => {
    expect(listing.parseVersion(text)).toEqual(version);
  });

  it('keeps the styles of a dump beside its plain lines [Z13]', () => {
    const dump = '\u001b[m❯ \u001b[38;5;3m\u001b[2mTry this\u001b[m\n\u001b[m\n';
    expect(listing.parseDump(dump)).toEqual({
      lines: ['❯ Try this', ''],
      styled: ['\u001b[m❯ \u001b[38;5;3m\u001b[2mTry this\u001b[m', '\u001b[m'],
    });
  });
});
