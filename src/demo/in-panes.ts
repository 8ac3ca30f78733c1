import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../kit/clock.ts';
import type { ArmyLayout, LayoutPane } from '../mux/mux.ts';
import type { Muster } from '../summon/summon.ts';
import type { DemoHome } from './home.ts';

/** The same army with the pane that tells its log: below the agents of the first tab, and focused. */
export function withNarrator(
  army: Muster,
  pane: Pick<LayoutPane, 'role' | 'argv' | 'cwd'>,
  size: { columns: number; rows: number },
): Muster {
  const unfocused = (one: LayoutPane): LayoutPane => ({ ...one, focus: false });
  const tabs = army.layout.tabs.map((tab, i) => ({
    ...tab,
    ...(i === 0 && {
      split: 'tiled' as const,
      panes: [...tab.panes.map(unfocused), { ...pane, focus: true, size: 0 }],
    }),
  }));
  const layout: ArmyLayout = { ...army.layout, tabs };
  return { ...army, layout, plan: army.mux.plan(layout, { attached: true, size }) };
}

/**
 * Gives the person's terminal away by `lend`, which says with which code the program ended. `broken`: it ended
 * so soon that the person has seen nothing.
 */
export async function lendScreen(lend: () => Promise<number | null>): Promise<'left' | 'broken'> {
  const [modes = ''] = stty('-g');
  const sinceMs = systemClock.monotonic();
  const code = await lend().catch(() => null);
  if (code === 0) return 'left';
  // A client that was killed, or whose server was, has not restored the terminal.
  restore(modes);
  return systemClock.monotonic() - sinceMs < AT_ONCE_MS ? 'broken' : 'left';
}

function restore(modes: string): void {
  if (modes !== '') stty(modes);
  if (process.stdout.isTTY) process.stdout.write(USUAL_SCREEN);
}

/** What stty says of our own terminal, or does to it; nothing where there is none. */
function stty(word: string): string[] {
  const { stdout } = spawnSync('stty', [word], { stdio: ['inherit', 'pipe', 'ignore'] });
  return stdout?.toString('utf8').trim().split('\n') ?? [];
}

const AT_ONCE_MS = 2_000;
/** The usual screen, its cursor, and no mouse. */
const USUAL_SCREEN = '\u001b[?1000l\u001b[?1002l\u001b[?1003l\u001b[?1006l\u001b[?1049l\u001b[?25h';

/**
 * The multiplexers' configuration in the demo's own home: the person's is for their own sessions. Ctrl-C ends
 * the session wherever it is pressed, and the demo with it.
 */
export function writeMuxConfigs({ dir }: DemoHome, bar: string): void {
  const home = join(dir, 'home');
  const zellij = join(home, '.config', 'zellij');
  fs.mkdirSync(zellij, { recursive: true });
  fs.writeFileSync(join(home, '.tmux.conf'), tmuxConfig(bar));
  fs.writeFileSync(join(zellij, 'config.kdl'), ZELLIJ_CONFIG);
}

const tmuxConfig = (bar: string): string => `bind-key -n C-c kill-session
set -g mouse on
set -s escape-time 10
set -g status-style "bg=colour236,fg=colour252"
set -g status-left ""
set -g status-right-length 70
set -g status-right "${bar} "
set -g window-status-current-style "bold"
`;

const ZELLIJ_CONFIG = `simplified_ui true
show_startup_tips false
show_release_notes false
keybinds {
    shared {
        bind "Ctrl c" { Quit; }
    }
}
`;
