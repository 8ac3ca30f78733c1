import { describe, expect, it } from 'vitest';
import { playExample, stories } from '../support/stories.ts';
import { missingProgram, requireOrSkip } from '../support/require.ts';

describe('examples in a multiplexer', () => {
  for (const story of stories('tmux')) {
    it(story, async (context) => {
      requireOrSkip(context, 'tmux', missingProgram('tmux'));
      const { code, stdout, stderr } = await playExample(story);
      expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: '' });
      expect(stdout.match(/^✓ /gm)?.length).toBeGreaterThanOrEqual(3);
    });
  }
});
