import fs, { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { permissions } from '../../src/doctor/checks/permissions.ts';
import type { DoctorParts } from '../../src/doctor/parts.ts';
import { listBelow } from '../../src/kit/survey.ts';
import { tempDir } from '../support/temp.ts';

it('a survey lists everything at and below a place, and follows no links', () => {
  const dir = tempDir();
  mkdirSync(join(dir, 'a'));
  writeFileSync(join(dir, 'a', 'file'), '');
  symlinkSync('/etc', join(dir, 'b'));
  const { entries, cutAt } = listBelow(dir, 100);
  expect(entries.map(({ path, kind }) => [path.slice(dir.length), kind])).toEqual([
    ['', 'dir'],
    ['/a', 'dir'],
    ['/b', 'link'],
    ['/a/file', 'file'],
  ]);
  expect(cutAt).toBeUndefined();
});

it('a survey that stops at its limit says where', () => {
  const dir = tempDir();
  for (const name of ['a', 'b', 'c']) writeFileSync(join(dir, name), '');
  expect(listBelow(dir, 4).cutAt).toBeUndefined();
  const { entries, cutAt } = listBelow(dir, 3);
  expect([entries.length, cutAt]).toEqual([3, join(dir, 'c')]);
});

it('a survey reads a directory of more names than a call has arguments', () => {
  const dir = tempDir();
  writeFileSync(join(dir, '0'), '');
  const names = Array.from({ length: 200_000 }, (_, n) => String(n));
  const read = vi.spyOn(fs, 'readdirSync').mockReturnValueOnce(names as never);
  onTestFinished(() => read.mockRestore());
  expect(listBelow(dir, 2)).toMatchObject({ cutAt: join(dir, '1') });
});

it('the doctor reports what it has not looked at', async () => {
  const entries = [{ path: '/own/relay', kind: 'dir', mode: 0o700, modifiedMs: 0 }] as const;
  const survey = {
    listBelow: (path: string) =>
      path === '/own/relay' ? { entries, cutAt: '/own/relay/x' } : { entries: [] },
  };
  const parts = { places: { own: '/own' }, survey } as unknown as DoctorParts;
  const data = { path: '/own/relay', looked: 1, cutAt: '/own/relay/x' };
  expect(await permissions.look(parts)).toEqual([{ code: 'survey_cut', severity: 'note', data }]);
});
