import { existsSync } from 'node:fs';
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

  it('say no when something does not hold, and leave nothing behind', async () => {
    const { code, stdout, stderr } = await playExample('../test/examples/broken');
    expect(code).toBe(1);
    expect(stderr).toContain('does not hold: two and two are five');
    expect(stdout.trim()).toMatch(/^\/tmp\/ox-/);
    expect(existsSync(stdout.trim())).toBe(false);
  });
});
