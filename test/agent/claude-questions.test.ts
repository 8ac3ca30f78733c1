import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { claudeAgent } from '../../src/agent/claude.ts';
import { questions } from '../../src/agent/agent.ts';

const SCREENS = new URL('claude-screens/', import.meta.url);
const names = readdirSync(SCREENS);

const screen = (name: string) => ({
  lines: readFileSync(new URL(name, SCREENS), 'utf8').split('\n'),
  copyMode: false,
});

/** Captured from Claude Code 2.1.325; the file's name says what it asks, after the dash which one. */
describe('a screen of Claude Code', () => {
  it.each(names)('%s is recognised as the question it shows', (name) => {
    const [asked = ''] = name.split(/[-.]/);
    const question = claudeAgent.asks?.(screen(name));
    expect(question ?? 'nothing').toBe(asked);
    const ready = asked === 'nothing' || asked === 'login';
    expect(claudeAgent.read(screen(name)).state === 'ready').toBe(ready);
  });

  it('is stored for every question that ovld recognises', () => {
    const known = new Set(names.map((name) => name.split(/[-.]/)[0]));
    // Two are told by the record of a late start, not by a screen.
    const seen = questions.filter((one) => one !== 'elsewhere');
    expect(known).toEqual(new Set(['nothing', ...seen]));
  });
});
