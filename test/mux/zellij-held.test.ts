import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { zellijProgram } from '../../src/mux/zellij/actions.ts';
import { zellijCommands } from '../../src/mux/zellij/commands.ts';
import { tempDir } from '../support/temp.ts';

const commands = zellijCommands('army');
const textOf = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '');

/** Reads its configuration, as the real one does, before anything else. */
const WAITS = '[ "$1" = --config ] && cat "$2" >/dev/null';
const PRESSES = 'case "$*" in *send-keys*) echo pressed >>"$dir/keys";; esac';

interface World {
  dir: string;
  keys: () => string;
  press: (sure: () => boolean) => Promise<boolean>;
}

/** A Zellij of our own making, for what the real one and its shell do too seldom to wait for. */
function held(programs: Record<string, string>): World {
  const dir = tempDir();
  for (const [name, body] of Object.entries(programs)) {
    writeFileSync(`${dir}/${name}`, `#!/bin/sh\ndir='${dir}'\n${body}\n`, { mode: 0o700 });
  }
  const env = { PATH: `${dir}:${process.env['PATH']}` };
  const zellij = zellijProgram({ session: 'army', dir, socketDir: `${dir}/none`, env });
  const look = async () => ({ lines: [], copyMode: false });
  const key = commands.press('terminal_1', 'Enter');
  return {
    dir,
    keys: () => textOf(`${dir}/keys`),
    press: (sure) =>
      zellij.locked(() => zellij.press(key, { look, sure, harmless: commands.listClients() })),
  };
}

const pipesIn = ({ dir }: World): string[] =>
  readdirSync(dir).filter((name) => name.startsWith('hold.'));

describe('a key that is held until the last look', () => {
  it('is pressed once, or not at all', async () => {
    const world = held({ zellij: `${WAITS}\n${PRESSES}` });
    expect(await world.press(() => false)).toBe(false);
    expect(world.keys()).toBe('');
    expect(await world.press(() => world.keys() === '')).toBe(true);
    expect(world.keys()).toBe('pressed\n');
    expect(pipesIn(world)).toEqual([]);
  });

  it('is not failed by what the shell prints itself', async () => {
    const complaint = 'sh: warning: setlocale: LC_ALL: cannot change locale (xx_XX)';
    const sh = `echo '${complaint}' >&2; exec /bin/sh "$@"`;
    const world = held({ zellij: `${WAITS}\n${PRESSES}`, sh });
    expect(await world.press(() => true)).toBe(true);
    expect(world.keys()).toBe('pressed\n');
  });

  it('fails when Zellij prints an error, and is repeated when it was not sent [Z3]', async () => {
    const say = `echo 'There is no active session!' >&2; exit 1`;
    const once = `case "$*" in *send-keys*) [ -e "$dir/n" ] || { : >"$dir/n"; ${say}; };; esac`;
    const world = held({ zellij: `${WAITS}\n${once}\n${PRESSES}` });
    expect(await world.press(() => true)).toBe(true);
    expect(world.keys()).toBe('pressed\n');
    const broken = held({ zellij: `${WAITS}\n${PRESSES}\necho 'oh no' >&2` });
    await expect(broken.press(() => true)).rejects.toMatchObject({ data: { reason: 'oh no' } });
    expect(broken.keys()).toBe('pressed\n');
  });

  it('that does not get ready is asked first and pressed then; its pipe is removed', async () => {
    const stuck = 'case "$*" in --config*send-keys*) exec sleep 60;; esac';
    const world = held({ zellij: `${stuck}\n${WAITS}\n${PRESSES}` });
    expect(await world.press(() => true)).toBe(true);
    expect(world.keys()).toBe('pressed\n');
    expect(pipesIn(world)).toEqual([]);
  });

  it('that is over while another process holds its pipes is no error', async () => {
    // In a session of its own: it outlives the group that is killed with the key.
    const leaves = 'case "$*" in *send-keys*) setsid sleep 60 & echo $! >"$dir/other";; esac';
    const world = held({ zellij: `${WAITS}\n${leaves}` });
    onTestFinished(() => {
      const other = Number(textOf(`${world.dir}/other`));
      // 0 is this very process group.
      if (other > 0) process.kill(other, 'SIGKILL');
    });
    expect(await world.press(() => true)).toBe(true);
    expect(textOf(`${world.dir}/other`)).not.toBe('');
  });
});
