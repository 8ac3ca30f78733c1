import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { exampleFolders, playExample, stories } from '../support/stories.ts';

describe('examples', () => {
  it('are all in their index', () => {
    expect([...stories('–'), ...stories('tmux')].toSorted()).toEqual(exampleFolders());
  });

  it.each(stories('–'))('%s', async (story) => {
    const { code, stdout, stderr } = await playExample(story);
    expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: '' });
    expect(stdout.match(/^✓ /gm)?.length).toBeGreaterThanOrEqual(3);
  });

  it('say no when something does not hold', async () => {
    const before = readdirSync('/tmp').filter((name) => name.startsWith('ox-')).length;
    const { code, stderr } = await playExample('../test/examples/broken');
    expect(code).toBe(1);
    expect(stderr).toContain('does not hold: two and two are five');
    expect(readdirSync('/tmp').filter((name) => name.startsWith('ox-')).length).toBe(before);
  });
});
