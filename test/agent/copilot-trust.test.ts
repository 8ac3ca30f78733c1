import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { copilotAgent } from '../../src/agent/copilot.ts';
import { tempDir } from '../support/temp.ts';

/** A home, a plain folder, a repository with a worktree, and a link to the plain folder. */
function world() {
  const dir = tempDir();
  for (const name of ['home', 'plain/sub', 'repo/sub', 'tree/sub', 'repo/.git/worktrees/tree']) {
    mkdirSync(join(dir, name), { recursive: true });
  }
  writeFileSync(join(dir, 'tree/.git'), `gitdir: ${dir}/repo/.git/worktrees/tree\n`);
  writeFileSync(join(dir, 'repo/.git/worktrees/tree/commondir'), '../..\n');
  symlinkSync(join(dir, 'plain'), join(dir, 'link'));
  return dir;
}

const COMMENT =
  '// User settings belong in settings.json.\n// This file is managed automatically.\n';

function record(path: string, document: unknown): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${COMMENT}${JSON.stringify(document, null, 2)}\n`);
}

const trust = (dir: string, folder: string, env: Record<string, string> = {}) =>
  copilotAgent.readTrust?.(join(dir, folder), { HOME: join(dir, 'home'), ...env });
const own = (dir: string): string => join(dir, 'home/.copilot/config.json');

/** Each line was tried with Copilot CLI 1.0.102: whether it showed its dialog, or its composer. */
describe('whether Copilot CLI asks for trust [session.trust.1]', () => {
  it.for([
    ['plain', 'plain', 'trusted'],
    ['plain', 'plain/', 'trusted'],
    ['plain/sub', 'plain', 'trusted'],
    ['plain', 'plain/sub', 'asks'],
    ['repo/sub', 'repo', 'trusted'],
    ['repo', 'repo/sub', 'asks'],
    ['tree', 'repo', 'trusted'],
    ['repo', 'tree', 'asks'],
    ['link', 'plain', 'trusted'],
    ['plain', 'link', 'trusted'],
    ['plain', 'plai', 'asks'],
  ] as const)('is, in %s with %s on record: %s', async ([folder, key, state]) => {
    const dir = world();
    record(own(dir), { trustedFolders: [`${dir}/${key}`] });
    expect(await trust(dir, folder)).toMatchObject({ state });
    record(own(dir), { trusted_folders: [`${dir}/${key}`] });
    expect(await trust(dir, folder)).toMatchObject({ state });
  });

  it('names the folder itself, by its real path, as the place of an answer', async () => {
    const dir = world();
    expect(await trust(dir, 'repo/sub')).toEqual({ state: 'asks', place: join(dir, 'repo/sub') });
    expect(await trust(dir, 'link')).toEqual({ state: 'asks', place: join(dir, 'plain') });
  });

  it('follows COPILOT_HOME, and COPILOT_ALLOW_ALL where it says "true" and nothing else', async () => {
    const dir = world();
    record(join(dir, 'conf/config.json'), { trustedFolders: [`${dir}/plain`] });
    expect(await trust(dir, 'plain')).toMatchObject({ state: 'asks' });
    const elsewhere = { COPILOT_HOME: join(dir, 'conf') };
    expect(await trust(dir, 'plain', elsewhere)).toEqual({ state: 'trusted' });
    expect(await trust(dir, 'plain', { COPILOT_ALLOW_ALL: 'true' })).toEqual({ state: 'trusted' });
    expect(await trust(dir, 'plain', { COPILOT_ALLOW_ALL: '1' })).toMatchObject({ state: 'asks' });
    expect(await trust(dir, 'missing')).toEqual({ state: 'trusted' });
  });

  it('begins a torn record anew, and one of another shape, or that is no file, is unknown', async () => {
    const dir = world();
    mkdirSync(dirname(own(dir)), { recursive: true });
    writeFileSync(own(dir), '{"trustedFolders":["/');
    expect(await trust(dir, 'plain')).toMatchObject({ state: 'asks' });
    record(own(dir), { trustedFolders: 7 });
    expect(await trust(dir, 'plain')).toEqual({ state: 'unknown', path: own(dir) });
    const other = world();
    mkdirSync(own(other), { recursive: true });
    expect(await trust(other, 'plain')).toEqual({ state: 'unknown', path: own(other) });
  });
});
