import { expect, it } from 'vitest';
import { printed } from '../../src/cli/dry-run.ts';
import { armyTexts } from '../../src/i18n/army.ts';

it('a dry run shows what a formation says, and lets it do nothing to the terminal', () => {
  const hostile = '--settings\u001b[1A\u001b[2K\u001b]52;c;aGk=\u0007';
  const would = {
    session: 'overlord',
    heading: 'Files:',
    files: [{ path: '/r/mcp\u001b[2J.json', text: `{\n  "a": "\u009b31m"\n}\n` }],
    commands: [{ program: 'tmux', args: ['new-session', hostile] }],
  };
  const text = printed(would, armyTexts.en, false);
  expect(text).toContain('␛[1A');
  expect(text).toContain('    {\n      "a": ');
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  expect(JSON.parse(printed(would, armyTexts.en, true))).toMatchObject({ session: 'overlord' });
});
