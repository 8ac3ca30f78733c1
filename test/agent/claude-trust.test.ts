import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { claudeAgent } from '../../src/agent/claude.ts';
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

function record(path: string, projects: Record<string, unknown>, more: object = {}): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify({ hasCompletedOnboarding: true, projects, ...more }));
}

const trust = (dir: string, folder: string, env: Record<string, string> = {}) =>
  claudeAgent.readTrust?.(join(dir, folder), { HOME: join(dir, 'home'), ...env });
const own = (dir: string): string => join(dir, 'home', '.claude.json');
const accepted = { hasTrustDialogAccepted: true };

/** Each line was tried with Claude Code 2.1.325: whether it showed its dialog, or its prompt. */
describe('whether Claude Code asks for trust [session.trust.1]', () => {
  it.for([
    ['plain', 'plain', 'trusted'],
    ['plain/sub', '.', 'trusted'],
    ['plain', 'plain/', 'asks'],
    ['plain', 'plain/sub', 'asks'],
    ['repo', '.', 'asks'],
    ['repo/sub', 'repo', 'trusted'],
    ['repo/sub', 'repo/sub', 'trusted'],
    ['repo', 'repo/sub', 'asks'],
    ['tree/sub', 'repo', 'trusted'],
    ['tree/sub', 'tree', 'trusted'],
    ['link', 'plain', 'trusted'],
    ['link', 'link', 'asks'],
  ] as const)('is, in %s with %s on record: %s', async ([folder, key, state]) => {
    const dir = world();
    record(own(dir), { [key === '.' ? dir : `${dir}/${key}`]: accepted });
    expect(await trust(dir, folder)).toMatchObject({ state });
  });

  it.for([
    ['plain/sub', 'plain/sub'],
    ['repo/sub', 'repo'],
    ['tree/sub', 'repo'],
    ['link', 'plain'],
  ] as const)('the answer in %s is put on record for %s', async ([folder, place]) => {
    const dir = world();
    expect(await trust(dir, folder)).toEqual({ state: 'asks', place: join(dir, place) });
  });

  it('follows CLAUDE_CONFIG_DIR, and the older place of the file', async () => {
    const dir = world();
    record(join(dir, 'conf/.claude.json'), { [`${dir}/plain`]: accepted });
    const env = { CLAUDE_CONFIG_DIR: join(dir, 'conf') };
    expect(await trust(dir, 'plain')).toMatchObject({ state: 'asks' });
    expect(await trust(dir, 'plain', env)).toEqual({ state: 'trusted' });
    record(join(dir, 'home/.claude/.config.json'), { [`${dir}/plain`]: accepted });
    expect(await trust(dir, 'plain')).toEqual({ state: 'trusted' });
  });

  it('takes what Claude takes: a truthy value, a sandbox; and asks before its first set-up', async () => {
    const dir = world();
    record(own(dir), { [`${dir}/plain`]: { hasTrustDialogAccepted: 'yes' } });
    expect(await trust(dir, 'plain')).toEqual({ state: 'trusted' });
    record(own(dir), { [`${dir}/plain`]: accepted }, { hasCompletedOnboarding: false });
    expect(await trust(dir, 'plain')).toMatchObject({ state: 'asks' });
    expect(await trust(dir, 'plain', { CLAUDE_CODE_SANDBOXED: '1' })).toEqual({ state: 'trusted' });
    expect(await trust(dir, 'missing')).toEqual({ state: 'trusted' });
  });

  it.for([
    ['torn', '{"projects"'],
    ['no object', '[]'],
    ['of another shape', '{"projects": 7}'],
    ['empty', ''],
  ])('is unknown where the file is %s', async ([, text = '']) => {
    const dir = world();
    writeFileSync(own(dir), text);
    expect(await trust(dir, 'plain')).toEqual({ state: 'unknown', path: own(dir) });
  });

  it('is unknown where the file is no file, and no name of the record is taken for a method', async () => {
    const dir = world();
    mkdirSync(own(dir));
    expect(await trust(dir, 'plain')).toEqual({ state: 'unknown', path: own(dir) });
    const other = world();
    writeFileSync(own(other), '{"hasCompletedOnboarding":true,"projects":{"__proto__":{}}}');
    expect(await trust(other, 'plain')).toMatchObject({ state: 'asks' });
  });
});
