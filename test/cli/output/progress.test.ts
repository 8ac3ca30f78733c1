import { afterEach, expect, it, vi } from 'vitest';
import { progressLines } from '../../../src/cli/output/progress.ts';

const { stdout } = process;
const own = { isTTY: stdout.isTTY, columns: stdout.columns };

afterEach(() => {
  Object.assign(stdout, own);
  vi.restoreAllMocks();
});

it('a line that is drawn anew is never wider than the terminal', () => {
  Object.assign(stdout, { isTTY: true, columns: 40 });
  const written: string[] = [];
  vi.spyOn(stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  const tell = progressLines({ TERM: 'xterm' }, 'en', ['strategist']);
  tell({ role: 'strategist', step: 'asks', question: 'elsewhere' });
  expect(written).toEqual(['\r\u001b[2K  strategist  waiting for you: it start…\n']);
});
