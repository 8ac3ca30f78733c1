import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { canHold, pressHeld } from '../../src/mux/zellij/held.ts';
import type { Execution } from '../../src/kit/exec.ts';
import { tempDir } from '../support/temp.ts';

const SCREEN = { lines: ['❯\u00a0'], copyMode: false };

/** What reads its configuration before it does anything, as Zellij does; or does not. */
function ground(first = 'cat "$2" >/dev/null') {
  const dir = tempDir();
  const [program, log] = [join(dir, 'zellij'), join(dir, 'pressed')];
  writeFileSync(program, `#!/bin/sh\n${first}\necho "$3" >>'${log}'\n`, { mode: 0o700 });
  const key: Execution = { program, args: ['Enter'], env: { PATH: process.env['PATH'] } };
  const pressed = (): string => (existsSync(log) ? readFileSync(log, 'utf8') : '');
  return { dir, key, harmless: { program: 'zellij', args: [] }, pressed };
}

const left = (dir: string): string[] => readdirSync(dir).filter((name) => name.startsWith('hold'));

describe('a key that is held until the last look', () => {
  it('is pressed after a look that says yes, not before [C1]', async () => {
    const { dir, key, harmless, pressed } = ground();
    let before: string | undefined;
    const look = async () => ((before = pressed()), SCREEN);
    const outcome = await pressHeld(dir, key, { look, sure: () => true, harmless });
    expect(outcome).toEqual({ code: 0, stderr: '' });
    expect(before).toBe('');
    expect(pressed()).toBe('Enter\n');
    expect(left(dir)).toEqual([]);
  });

  it('is never pressed where the look says no, and never later [C1]', async () => {
    const { dir, key, harmless, pressed } = ground();
    const look = async () => SCREEN;
    expect(await pressHeld(dir, key, { look, sure: () => false, harmless })).toBeUndefined();
    // The shell that held it has ended, and with it whatever it had started.
    expect(pressed()).toBe('');
    expect(left(dir)).toEqual([]);
  });

  it('is never pressed where there was nothing to look at [C1]', async () => {
    const { dir, key, harmless, pressed } = ground();
    const look = () => Promise.reject(new Error('no such pane'));
    const pressing = pressHeld(dir, key, { look, sure: () => true, harmless });
    await expect(pressing).rejects.toThrow('no such pane');
    expect(pressed()).toBe('');
  });

  it('one that waits can be held; one that does not is found out', async () => {
    const waits = ground();
    expect(await canHold(waits.dir, waits.key)).toBe(true);
    expect(waits.pressed()).toBe('');
    const rushes = ground(':');
    expect(await canHold(rushes.dir, rushes.key)).toBe(false);
  });
});
