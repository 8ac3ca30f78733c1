import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../kit/clock.ts';
import type { ArmyLayout, LayoutPane } from '../mux/mux.ts';
import { begin, muster, type Muster, type SummonOrder } from '../summon/summon.ts';
import type { ArmyParts } from '../summon/parts.ts';
import type { Camp } from './camp.ts';
import type { Stage } from './stage.ts';

export interface PanesStaging {
  camp: Camp;
  parts: ArmyParts;
  order: SummonOrder;
  /** argv of the pane that tells the story, and what its frame says. */
  narrator: readonly string[];
  title: string;
  /** In the multiplexer's own bar. */
  bar: string;
}

/** Everything decided, nothing started: throws where this terminal or this multiplexer will not do. */
export async function prepare({ camp, parts, order, narrator, title, bar }: PanesStaging) {
  const { terminal: size } = order;
  writeConfigs(camp, bar);
  const army = await muster(parts, order);
  const pane = { role: title, focus: true, size: 0, argv: narrator, cwd: camp.project };
  const plan = army.mux.plan(withNarrator(army.layout, pane), { attached: true, size });
  return panesStage(camp, parts, { ...army, plan });
}

/** The story is told below the agents of the first tab, and that pane has the person's eye. */
function withNarrator(layout: ArmyLayout, pane: LayoutPane): ArmyLayout {
  const unfocused = (one: LayoutPane): LayoutPane => ({ ...one, focus: false });
  const tabs = layout.tabs.map((tab, i) =>
    i === 0 ? { ...tab, split: 'tiled' as const, panes: [...tab.panes.map(unfocused), pane] } : tab,
  );
  return { ...layout, tabs };
}

function panesStage({ env }: Camp, parts: ArmyParts, army: Muster): Stage {
  const { mux, plan, record } = army;
  let client: ChildProcess | undefined;
  let gone: (how: 'left' | 'broken') => void;
  const closed = new Promise<'left' | 'broken'>((resolve) => (gone = resolve));

  return {
    closed,
    async open() {
      await begin(parts, army, false);
      const { program, args, env: more } = plan.terminal ?? mux.attach(undefined);
      const words = args.filter((word) => typeof word === 'string');
      const [modes = ''] = stty('-g');
      const since = systemClock.monotonic();
      client = spawn(program, words, { stdio: 'inherit', env: { ...env, ...more } });
      client.on('error', () => gone('broken'));
      client.on('exit', (code) => {
        // Killed, or its server was: nobody has given the terminal back.
        if (code !== 0) giveBack(modes);
        gone(code !== 0 && systemClock.monotonic() - since < AT_ONCE_MS ? 'broken' : 'left');
      });
    },
    async close() {
      await mux.end().catch(() => false);
      await parts.processes.end(await parts.processes.ofArmy(record.relayDir));
      if (client === undefined || client.exitCode !== null || client.signalCode !== null) return;
      const late = setTimeout(() => client?.kill('SIGTERM'), LATE_MS);
      await closed;
      clearTimeout(late);
    },
  };
}

function giveBack(modes: string): void {
  if (modes !== '') stty(modes);
  if (process.stdout.isTTY) process.stdout.write(GIVEN_BACK);
}

/** What it says of our own terminal, or does to it; nothing where there is none. */
function stty(word: string): string[] {
  const { stdout } = spawnSync('stty', [word], { stdio: ['inherit', 'pipe', 'ignore'] });
  return stdout?.toString('utf8').trim().split('\n') ?? [];
}

const LATE_MS = 2_000;
/** A client that fails so soon has never shown anything; one that fails later was ended by somebody. */
const AT_ONCE_MS = 2_000;
/** The usual screen, its cursor, and no mouse. */
const GIVEN_BACK = '\u001b[?1000l\u001b[?1002l\u001b[?1003l\u001b[?1006l\u001b[?1049l\u001b[?25h';

/**
 * In the camp's own home: whatever the person has configured is for their own sessions. Ctrl-C ends the
 * session wherever it is pressed; the demo sees that it was not its own doing.
 */
function writeConfigs({ dir }: Camp, bar: string): void {
  const home = join(dir, 'home');
  const zellij = join(home, '.config', 'zellij');
  fs.mkdirSync(zellij, { recursive: true });
  fs.writeFileSync(join(home, '.tmux.conf'), tmuxConfig(bar));
  fs.writeFileSync(join(zellij, 'config.kdl'), ZELLIJ_CONFIG);
}

const tmuxConfig = (bar: string): string =>
  [
    'bind-key -n C-c kill-session',
    'set -g mouse on',
    'set -s escape-time 10',
    'set -g status-style "bg=colour236,fg=colour252"',
    'set -g status-left ""',
    'set -g status-right-length 70',
    `set -g status-right "${bar} "`,
    'set -g window-status-current-style "bold"',
    '',
  ].join('\n');

const ZELLIJ_CONFIG = `simplified_ui true
show_startup_tips false
show_release_notes false
keybinds {
    shared {
        bind "Ctrl c" { Quit; }
    }
}
`;
