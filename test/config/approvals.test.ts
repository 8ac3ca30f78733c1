import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { approvableIn, openApprovals } from '../../src/config/approvals.ts';
import { formationSchema } from '../../src/army/formation.ts';
import { tempDir } from '../support/temp.ts';

function approvals() {
  const dir = tempDir();
  const folder = join(dir, 'project');
  mkdirSync(folder);
  const path = join(dir, 'own', 'approvals.json');
  const formation = (args: string[], more: object = {}) =>
    formationSchema.parse({ name: 'duo', roles: [{ role: 'storm', args, ...more }] });
  const wanted = (args: string[] = ['-x'], more: object = {}) => {
    const found = approvableIn(formation(args, more), folder);
    if (found === undefined) throw new Error('nothing to approve');
    return found;
  };
  return { dir, folder, path, own: openApprovals(path), formation, wanted };
}

describe('an approval', () => {
  it('is of exactly these values, and stays when something else changes', async () => {
    const { own, wanted, formation, folder } = approvals();
    expect(approvableIn(formation([]), folder)).toBeUndefined();
    expect(await own.isApproved(wanted())).toBe(false);
    await own.approve(wanted());
    expect(await own.isApproved(wanted())).toBe(true);
    expect(await own.isApproved(wanted(['-x'], { title: { en: 'a', ja: 'b' }, cwd: 'web' }))).toBe(
      true,
    );
    expect(await own.isApproved(wanted(['-y']))).toBe(false);
    expect(await own.isApproved({ ...wanted(), formation: 'trio' })).toBe(false);
  });

  it('is of the folder itself, whatever its name', async () => {
    const { own, wanted, dir, folder } = approvals();
    await own.approve(wanted());
    symlinkSync(folder, join(dir, 'link'));
    expect(await own.isApproved({ ...wanted(), folder: join(dir, 'link') })).toBe(true);
    renameSync(folder, join(dir, 'moved'));
    mkdirSync(folder);
    expect(await own.isApproved({ ...wanted(), folder: join(dir, 'moved') })).toBe(false);
  });

  it('can be taken back; an earlier one stays beside a later one', async () => {
    const { own, wanted, folder } = approvals();
    for (const args of [['a'], ['b']]) await own.approve(wanted(args));
    expect(await own.isApproved(wanted(['a']))).toBe(true);
    await own.approve({ ...wanted(['a']), formation: 'trio' });
    expect(await own.forget({ folder, formation: 'duo' })).toBe(true);
    expect(await own.forget({ folder, formation: 'duo' })).toBe(false);
    expect(await own.isApproved(wanted(['a']))).toBe(false);
    expect(await own.isApproved({ ...wanted(['a']), formation: 'trio' })).toBe(true);
  });

  it('is kept in a file of the person’s alone, and so many of a formation', async () => {
    const { own, wanted, path } = approvals();
    for (let i = 0; i < 25; i += 1) await own.approve(wanted([String(i)]));
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(path, '..'))).toEqual(['approvals.json']);
    expect(await own.isApproved(wanted(['4']))).toBe(false);
    expect(await own.isApproved(wanted(['5']))).toBe(true);
    expect((await own.list()).map(({ digests }) => digests.length)).toEqual([20]);
  });

  it.each<[string, (path: string, text: string) => void]>([
    ['half a text', (path, text) => writeFileSync(path, text.slice(0, -4))],
    ['another key', (path, text) => writeFileSync(path, text.replace('{', '{"all": true,'))],
    [
      'a digest that is none',
      (path, text) => writeFileSync(path, text.replace(/[0-9a-f]{64}/, '*')),
    ],
    ['no text at all', (path) => writeFileSync(path, Buffer.from([0xff, 0xfe]))],
    ['a link', (path) => (renameSync(path, `${path}.real`), symlinkSync(`${path}.real`, path))],
    ['what others may write to', (path) => chmodSync(path, 0o666)],
    ['too long a text', (path, text) => writeFileSync(path, text + ' '.repeat(2 * 1_048_576))],
  ])('is none where the file holds %s', async (_name, spoil) => {
    const { own, wanted, path } = approvals();
    await own.approve(wanted());
    spoil(path, readFileSync(path, 'utf8'));
    expect(await own.isApproved(wanted())).toBe(false);
    expect(await own.list()).toEqual([]);
    await own.approve(wanted());
    expect(await own.isApproved(wanted())).toBe(true);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });
});
