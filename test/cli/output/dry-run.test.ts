import { expect, it } from 'vitest';
import { describePlan } from '../../../src/cli/output/dry-run.ts';

it('a dry run shows the texts of a formation without their control characters', () => {
  const hostile = '--settings\u001b[1A\u001b[2K\u001b]52;c;aGk=\u0007';
  const would = {
    session: 'overlord',
    heading: 'Files:',
    files: [{ path: '/r/mcp\u001b[2J.json', text: `{\n  "a": "\u009b31m"\n}\n` }],
    commands: [{ program: 'tmux', args: ['new-session', hostile] }],
  };
  const text = describePlan(would, 'en', false);
  expect(text).toContain('␛[1A');
  expect(text).toContain('    {\n      "a": ');
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  expect(JSON.parse(describePlan(would, 'en', true))).toMatchObject({ session: 'overlord' });
});
