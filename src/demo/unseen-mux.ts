import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import type { Role } from '../army/role.ts';
import { nodeDisk, type DirWatch } from '../kit/disk.ts';
import { openRecordingMux, parsePane } from '../mux/recording.ts';
import { CannotType, type LayoutPane, type Mux } from '../mux/mux.ts';
import type { MuxOf } from '../summon/parts.ts';

const PANE_BYTES = 1_048_576;

/**
 * A multiplexer without a terminal, for an army that is told and not shown: panes are files, and a line that a
 * relay sends off in one is handed to the agent as keys.
 */
export function openUnseenMux(
  { session, relayDir }: MuxOf,
  env: Readonly<Record<string, string>>,
): Mux {
  const dir = join(relayDir, 'panes');
  const agents = new Map<Role, ChildProcess>();
  const submitted = new Map<Role, number>();
  let seats: readonly LayoutPane[] = [];
  let watch: DirWatch | undefined;

  async function look(role: Role): Promise<void> {
    const lines = linesOf(await nodeDisk.read(join(dir, `${role}.jsonl`), PANE_BYTES));
    const known = submitted.get(role) ?? 0;
    const fresh = lines.slice(known);
    // Another look may have read more meanwhile.
    submitted.set(role, Math.max(known, lines.length));
    for (const line of fresh) agents.get(role)?.stdin?.write(`\u001b[200~${line}\u001b[201~\r`);
  }

  return {
    ...openRecordingMux(dir),
    kind: 'tmux',
    session,
    headless: { columns: 200, rows: 50 },
    capabilities: () => Promise.resolve({ version: '', byPane: true }),
    state: () => Promise.resolve('none'),
    life: () => Promise.resolve(undefined),
    sight: () => Promise.resolve({ state: 'none', life: undefined, panes: [] }),
    address: () => Promise.resolve(undefined),
    plan({ tabs }) {
      seats = tabs.flatMap(({ panes }) => panes);
      return { files: [], steps: [] };
    },
    start() {
      fs.mkdirSync(dir, { recursive: true, mode: 0o700 });
      for (const { role } of seats) {
        fs.writeFileSync(join(dir, `${role}.jsonl`), '', { mode: 0o600 });
      }
      watch = nodeDisk.watch(dir, (name) => {
        for (const { role } of seats) {
          // A look that fails is made up for: an unanswered nudge is rung again, and that is a change.
          if (name === null || name === `${role}.jsonl`) look(role).catch(() => undefined);
        }
      });
      for (const { role, argv, cwd } of seats) {
        const [program = '', ...args] = argv;
        const agent = spawn(program, args, { env, cwd, stdio: ['pipe', 'ignore', 'ignore'] });
        agent.stdin.on('error', () => undefined);
        agent.on('error', () => undefined);
        agents.set(role, agent);
      }
      return Promise.resolve();
    },
    attach: () => ({ program: 'true', args: [] }),
    reseatCommands: () => [],
    reseat: () => Promise.reject(new CannotType('no_pane')),
    show: () => Promise.reject(new CannotType('no_pane')),
    endCommands: () => [],
    end() {
      watch?.close();
      for (const agent of agents.values()) agent.kill('SIGTERM');
      return Promise.resolve(true);
    },
  };
}

/** The lines that were sent off with Enter in a pane. */
export function linesOf(record: string): string[] {
  const lines: string[] = [];
  let composer = '';
  for (const event of parsePane(record)) {
    if ('paste' in event) composer += event.paste;
    else if ('press' in event) {
      lines.push(composer);
      composer = '';
    }
  }
  return lines;
}
