import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { missingProgram, requireOrSkip } from '../support/require.ts';
import { OVLD } from '../support/relay-process.ts';
import { tempDir } from '../support/temp.ts';
import { waitFor } from '../support/wait-for.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What a person sees: the demo in a real terminal of 80 columns, read back from its screen. */
it.for(['en', 'ja'])(
  'the demo in %s wraps no line in a real terminal',
  async (language, { skip }) => {
    requireOrSkip({ skip }, 'tmux', missingProgram('tmux'));
    const home = tempDir();
    const env = {
      PATH: process.env['PATH'] ?? '',
      HOME: home,
      TMUX_TMPDIR: home,
      LC_ALL: 'C.UTF-8',
      TERM: 'xterm-256color',
    };
    const tmux = (...args: string[]): string =>
      execFileSync('tmux', ['-L', 'ovld-e2e', '-f', '/dev/null', ...args], {
        env,
        encoding: 'utf8',
      });
    tmux('new-session', '-d', '-x', '80', '-y', '60', '-s', 'demo', 'sh');
    onTestFinished(() => void tmux('kill-server'));
    const command = `cd ${root} && OVLD_LANG=${language} ${process.execPath} ${OVLD} demo --transcript; echo "exit $?"`;
    tmux('send-keys', '-t', 'demo', '-l', command);
    tmux('send-keys', '-t', 'demo', 'Enter');
    const screen = await waitFor(
      () => {
        const seen = tmux('capture-pane', '-p', '-t', 'demo');
        return /^exit \d+/m.test(seen) && seen;
      },
      'the demo to end',
      90_000,
    );
    expect(screen).toMatch(/^exit 0/m);
    const joined = tmux('capture-pane', '-p', '-J', '-S', '-', '-t', 'demo');
    // What is typed to run this very clone is as long as its path is.
    const isTyped = (line: string): boolean =>
      line.includes('OVLD_LANG') || (line.includes(OVLD) && !line.includes('#'));
    const story = joined.split('\n').filter((line) => !isTyped(line));
    expect(Math.max(...story.map((line) => line.trimEnd().length))).toBeLessThanOrEqual(80);
  },
);
