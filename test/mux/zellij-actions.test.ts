import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readUntil, zellijProgram, type Zellij } from '../../src/mux/zellij/actions.ts';
import { zellijCommands } from '../../src/mux/zellij/commands.ts';
import { tempDir } from '../support/temp.ts';

/** What the real one does too seldom to wait for: `$n` is how often it was called. */
function unreliable(body: string): { zellij: Zellij; calls: () => number } {
  const dir = tempDir();
  const count = `${dir}/count`;
  writeFileSync(count, '0');
  const script = `#!/bin/sh\nn=$(($(cat ${count}) + 1)); echo $n >${count}\n${body}\n`;
  writeFileSync(`${dir}/zellij`, script, { mode: 0o700 });
  const env = { PATH: `${dir}:${process.env['PATH']}` };
  const zellij = zellijProgram({ session: 'army', dir, socketDir: `${dir}/none`, env });
  return { zellij, calls: () => Number(readFileSync(count, 'utf8')) };
}

const commands = zellijCommands('army');
const press = (zellij: Zellij): Promise<string> =>
  zellij.locked((act) => act(commands.press('terminal_1', 'Enter')));

describe('an action of Zellij', () => {
  it.each([
    ['with exit 1', 1],
    ['with exit 0 too', 0],
  ])('is repeated when it was not sent, %s [Z3]', async (_name, code) => {
    const say = `echo 'There is no active session!' >&2; exit ${code}`;
    const { zellij, calls } = unreliable(`[ $n -lt 3 ] && { ${say}; }; echo done`);
    expect(await press(zellij)).toBe('done\n');
    expect(calls()).toBe(3);
  });

  it('fails when it prints an error and exits with 0, after some retries [Z2]', async () => {
    const { zellij, calls } = unreliable('echo "Session \'army\' not found." >&2; exit 0');
    await expect(press(zellij)).rejects.toMatchObject({
      code: 'mux_failed',
      data: { command: '--session army action send-keys', reason: "Session 'army' not found." },
    });
    expect(calls()).toBe(4);
  });

  it.each([
    ['another complaint', "echo 'Pane with id Terminal(1) not found' >&2; exit 2"],
    ['a bare exit code', 'exit 1'],
  ])('is not repeated after %s: it may have arrived [Z1]', async (_name, body) => {
    const { zellij, calls } = unreliable(body);
    await expect(press(zellij)).rejects.toMatchObject({ code: 'mux_failed' });
    expect(calls()).toBe(1);
  });

  it('that hangs is killed, and not repeated [Z25]', async () => {
    const { zellij, calls } = unreliable('exec sleep 60');
    await expect(press(zellij)).rejects.toMatchObject({ data: { reason: { code: 'timed_out' } } });
    expect(calls()).toBe(1);
  });

  it('with an empty answer is read again, and believed in the end [Z4]', async () => {
    const { zellij, calls } = unreliable('[ $n -lt 3 ] || echo panes');
    const read = (): Promise<string> => zellij.locked((act) => act(commands.listPanes()));
    expect(await readUntil(read)).toBe('panes\n');
    expect(calls()).toBe(3);
    const mute = unreliable('exit 0');
    const readMute = (): Promise<string> => mute.zellij.locked((act) => act(commands.listPanes()));
    expect(await readUntil(readMute)).toBe('');
  });
});
