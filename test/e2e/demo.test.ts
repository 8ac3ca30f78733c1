import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { muxKinds } from '../../src/army/formation.ts';
import { armyWorld, ROLES, type ArmyWorld, type Terminal } from '../support/army-world.ts';
import { missingProgram, requireOrSkip } from '../support/require.ts';
import { waitFor } from '../support/wait-for.ts';

const TOOLS = ['sh', 'env', 'cat', 'ls', 'rm', 'stty', 'sleep'];
const WATCHED = 'ovld demo · ends by itself · Ctrl-C ends it now';

interface Stand {
  terminal: Terminal;
  /** Directories and processes of a demo that is on, or was. */
  left: () => string[];
}

/** A person's terminal where only these multiplexers are installed. */
function standIn(world: ArmyWorld, programs: readonly string[], columns = 120, rows = 40): Stand {
  const [only, tmp] = [join(world.dir, 'only'), join(world.dir, 'tmp')];
  for (const place of [only, tmp]) mkdirSync(place);
  symlinkSync(process.execPath, join(only, 'node'));
  for (const program of [...TOOLS, ...programs]) {
    symlinkSync(execFileSync('which', [program], { encoding: 'utf8' }).trim(), join(only, program));
  }
  const terminal = world.terminal({ columns, rows });
  terminal.line(`export PATH='${only}' TMPDIR='${tmp}'; printf '\\033c'`);
  return { terminal, left: () => [...readdirSync(tmp), ...processesOf(tmp)] };
}

const processesOf = (tmp: string): string[] =>
  readdirSync('/proc').filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`OVLD_DEMO_DIR=${tmp}/`);
    } catch {
      return false;
    }
  });

/** Long enough for a machine that does much else. */
const PATIENCE_MS = 80_000;
const shown = (terminal: Terminal, text: string | RegExp): Promise<unknown> =>
  waitFor(() => terminal.screen().match(text) !== null, String(text), PATIENCE_MS).catch(
    (error: unknown) => {
      throw new Error(`${String(error)} on the terminal:\n${terminal.screen().trimEnd()}`);
    },
  );

describe.each(muxKinds)('the demo where only %s is installed', (kind) => {
  it('runs in its panes, ends by itself, and leaves nothing behind', async (context) => {
    requireOrSkip(context, kind, missingProgram(kind));
    requireOrSkip(context, 'tmux', missingProgram('tmux')); // Lends the terminal.
    const world = armyWorld(kind);
    const { terminal, left } = standIn(world, [kind]);
    terminal.line('ovld demo --pause 0.4; echo "code $?"');
    await shown(terminal, WATCHED);
    await shown(terminal, 'human {7}→ overlord {4}"Please ship a login page"');
    expect(left().length).toBeGreaterThan(13);
    for (const role of ROLES) expect(terminal.screen()).toContain(role);
    // In a pane of its own, what the narrator says of it.
    await shown(terminal, '← overlord: Plan the login page');
    await shown(terminal, 'killed by SIGKILL');
    await shown(terminal, /^code 0/m);
    const screen = terminal.screen();
    expect(screen).toMatch(/messages stored +17$/m);
    expect(screen).toContain('Nothing was lost: all 17 messages reached their role.');
    expect(screen).toContain('ovld.js summon');
    // One gives panes: neither is wanted beside it.
    expect(screen).not.toMatch(/^  (?:zellij|tmux) +\S/m);
    expect(left()).toEqual([]);
    expect(existsSync(join(world.dir, 'home', '.config', 'ovld'))).toBe(false);
  });

  it.for([
    ['presses Ctrl-C', 'Everything it had started is ended'],
    ['detaches', 'Everything it had started is ended'],
    ['kills the server', 'Everything it had started is ended'],
    ['closes the window', undefined],
  ] as const)('ends all it started when the person %s', async ([how, said], context) => {
    requireOrSkip(context, kind, missingProgram(kind));
    requireOrSkip(context, 'tmux', missingProgram('tmux'));
    const world = armyWorld(kind);
    const { terminal, left } = standIn(world, [kind]);
    terminal.line('ovld demo --pause 5; echo "code $?"');
    await shown(terminal, 'human {7}→ overlord');
    const begun = left();
    if (how === 'presses Ctrl-C') terminal.keys('C-c');
    else if (how === 'detaches')
      terminal.keys(...(kind === 'zellij' ? ['C-o', 'd'] : ['C-b', 'd']));
    else if (how === 'closes the window') terminal.close();
    else process.kill(serverOf(begun, kind), 'SIGKILL');
    if (said !== undefined) {
      await shown(terminal, said);
      await shown(terminal, /^code 130/m);
      // The terminal is as it was.
      terminal.line('echo as it was');
      await shown(terminal, /^as it was/m);
    }
    await waitFor(() => left().length === 0, 'all of it to end', PATIENCE_MS);
  });
});

/** Zellij's goes by `--server`; tmux's by the command that made its first session. */
function serverOf(begun: readonly string[], kind: string): number {
  const sign = kind === 'zellij' ? '--server' : 'new-session';
  const found = begun
    .filter((name) => /^\d+$/.test(name))
    .find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(sign));
  return Number(found);
}

/** It can be asked for everything, but shows nothing. */
const BROKEN = `#!/bin/sh
case "$*" in *attach-session*) echo 'open terminal failed' >&2; exit 1 ;; esac
exec "$(dirname "$0")/real/tmux" "$@"
`;

describe('the demo', () => {
  it('is printed when the multiplexer does not work', async (context) => {
    requireOrSkip(context, 'tmux', missingProgram('tmux'));
    const world = armyWorld('tmux');
    const { terminal, left } = standIn(world, ['dirname'], 160, 90);
    const only = join(world.dir, 'only');
    const real = execFileSync('which', ['tmux'], { encoding: 'utf8' }).trim();
    mkdirSync(join(only, 'real'));
    symlinkSync(real, join(only, 'real', 'tmux'));
    writeFileSync(join(only, 'tmux'), BROKEN, { mode: 0o755 });
    terminal.line('ovld demo --pause 0; echo "code $?"');
    await shown(terminal, /^code 0/m);
    expect(terminal.screen()).toMatch(/As text here, not in panes: .*tmux.*it ended at once/);
    expect(terminal.screen()).toContain('Nothing was lost: all 17 messages reached their role.');
    expect(left()).toEqual([]);
  });

  it('plays the bastion in a terminal of 80×24 beside an army of the person’s own with that name', async (context) => {
    requireOrSkip(context, 'tmux', missingProgram('tmux'));
    const world = armyWorld('tmux');
    world.mux('new-session', '-d', '-s', 'ovld-demo', 'cat');
    const { terminal, left } = standIn(world, ['tmux'], 80, 24);
    terminal.line('ovld demo --formation bastion --pause 0.2; echo "code $?"');
    await shown(terminal, /envoy.*marshall/);
    await shown(terminal, 'marshall {6}→ specialist_1');
    await shown(terminal, /^code 0/m);
    expect(terminal.screen()).toContain('Nothing was lost: all 16 messages reached their role.');
    expect(left()).toEqual([]);
    expect(world.mux('list-sessions', '-F', '#{session_name}').trim()).toBe('ovld-demo');
  });

  it.for([
    ['neither is installed', [], 120, 'Neither Zellij nor tmux is installed'],
    ['the terminal is small', ['tmux'], 79, 'panes need 80×24'],
  ] as const)('is printed and says so when %s', async ([, programs, columns, why], context) => {
    requireOrSkip(context, 'tmux', missingProgram('tmux'));
    const world = armyWorld('tmux');
    const { terminal, left } = standIn(world, programs, columns, 70);
    terminal.line('ovld demo --pause 0; echo "code $?"');
    await shown(terminal, /^code 0/m);
    const screen = terminal.screen();
    expect(screen).toContain(why);
    expect(screen).toContain('Nothing was lost: all 17 messages reached their role.');
    // Where one multiplexer is there, no other is wanted.
    const missing = programs.length > 0 ? ['claude'] : ['zellij', 'tmux', 'claude'];
    for (const name of missing) expect(screen).toMatch(new RegExp(`^  ${name} +\\S`, 'm'));
    expect(left()).toEqual([]);
  });
});
