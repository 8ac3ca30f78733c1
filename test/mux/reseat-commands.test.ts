import { expect, it } from 'vitest';
import type { Argument, Command, Reseat } from '../../src/mux/mux.ts';
import { openTmux } from '../../src/mux/tmux.ts';
import { openZellij } from '../../src/mux/zellij.ts';

const place = { session: 'army', targeting: 'pane', tabs: [], dir: '/d', env: {} } as const;
const muxes = {
  tmux: openTmux({ kind: 'tmux', at: undefined, ...place }),
  zellij: openZellij({ kind: 'zellij', at: undefined, ...place }),
};

const order: Reseat = {
  role: 'storm',
  pane: undefined,
  beside: undefined,
  tab: { name: 'support', split: 'rows' },
  argv: ['agent', '--name', 'storm'],
  cwd: '/w',
};

const word = (one: Argument): string => (typeof one === 'string' ? one : `<${one.paneOf}>`);
const line = ({ program, args }: Command): string => [program, ...args.map(word)].join(' ');

it.each<[keyof typeof muxes, string, Partial<Reseat>, string[]]>([
  [
    'tmux',
    'a pane that is there',
    { pane: '%3' },
    [
      'tmux -u respawn-pane -k -t %3 -c /w -- agent --name storm ; set-option -p -t %3 @ovld_role storm',
    ],
  ],
  [
    'tmux',
    'a pane that was closed',
    { beside: '%2' },
    [
      'tmux -u split-window -d -v -P -F #{pane_id} -t %2 -c /w -- agent --name storm',
      'tmux -u set-option -p -t <storm> @ovld_role storm',
    ],
  ],
  [
    'tmux',
    'the first pane of a tab',
    { beside: '%2', before: true, tab: { name: 'support', split: 'columns' } },
    [
      'tmux -u split-window -d -h -b -P -F #{pane_id} -t %2 -c /w -- agent --name storm',
      'tmux -u set-option -p -t <storm> @ovld_role storm',
    ],
  ],
  [
    'tmux',
    'a pane of a grid',
    { beside: '%2', tab: { name: 'support', split: 'tiled' } },
    [
      'tmux -u split-window -d -v -P -F #{pane_id} -t %2 -c /w -- agent --name storm',
      'tmux -u select-layout -t <storm> tiled ; set-option -p -t <storm> @ovld_role storm',
    ],
  ],
  [
    'zellij',
    'a pane that is there',
    { pane: 'terminal_3' },
    [
      'zellij --session army action new-pane --in-place --pane-id terminal_3 --close-replaced-pane --name storm --cwd /w -- agent --name storm',
    ],
  ],
])('%s fills %s by id, and types nothing', (kind, _what, more, lines) => {
  expect(muxes[kind].reseatCommands({ ...order, ...more }).map(line)).toEqual(lines);
});

it('tmux recreates a closed tab with the options of every other', () => {
  const [made, named] = muxes.tmux.reseatCommands(order).map(line);
  expect(made).toBe(
    'tmux -u new-window -d -P -F #{pane_id} -t =army: -n support -c /w -- agent --name storm',
  );
  expect(named).toMatch(/^tmux -u set-option -w -t <storm> remain-on-exit on ; /);
  expect(named).toMatch(/ ; set-option -p -t <storm> @ovld_role storm$/);
});
