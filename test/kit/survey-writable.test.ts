import { chmodSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freeBytes, unwritable } from '../../src/kit/survey.ts';
import { requireOrSkip } from '../support/require.ts';
import { tempDir } from '../support/temp.ts';

const noProc = (): string | undefined => (existsSync('/proc/self') ? undefined : 'no /proc');

describe('whether a directory can be written to', () => {
  it('is tried in it or where it would be made, and the trial leaves nothing', () => {
    const dir = tempDir();
    mkdirSync(join(dir, 'there'));
    expect(unwritable(join(dir, 'there'))).toBeUndefined();
    expect(unwritable(join(dir, 'not', 'yet', 'there'))).toBeUndefined();
    expect(readdirSync(dir)).toEqual(['there']);
    expect(readdirSync(join(dir, 'there'))).toEqual([]);
  });

  it("is answered with the obstacle's name", () => {
    const dir = tempDir();
    writeFileSync(join(dir, 'file'), '');
    symlinkSync(join(dir, 'nowhere'), join(dir, 'link'));
    expect(unwritable(join(dir, 'file'))).toBe('not a directory');
    expect(unwritable(join(dir, 'file', 'below'))).toBe('ENOTDIR');
    expect(unwritable(join(dir, 'link'))).toMatch('a link');
    mkdirSync(join(dir, 'sealed'));
    chmodSync(join(dir, 'sealed'), 0o500);
    const mayAll = process.getuid?.() === 0;
    expect(unwritable(join(dir, 'sealed', 'x'))).toBe(mayAll ? undefined : 'EACCES');
  });

  it('is answered with no for a place where no file can be made, which is not a full disk', (ctx) => {
    requireOrSkip(ctx, 'linux', noProc());
    expect(unwritable('/proc/nope/.config/ovld')).toMatch(/^E[A-Z]+$/);
    expect(freeBytes('/proc/nope/.config/ovld')).toBeUndefined();
  });
});
