import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pageText, root } from './markdown.ts';

/** The examples the index tells of, by what they need. */
export const stories = (need: 'tmux' | '–'): string[] =>
  [...pageText('examples/README.md').matchAll(/^\| \[([\w-]+)\].*\| +(\S+) +\|$/gm)]
    .filter(([, , needs]) => needs === need)
    .map(([, story = '']) => story);

/** Every folder that holds one. */
export const exampleFolders = (): string[] =>
  readdirSync(join(root, 'examples'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted();

/** Plays one as a reader would, without the configuration of the machine that runs the tests. */
export const playExample = (
  story: string,
): Promise<{ code: number; stdout: string; stderr: string }> =>
  new Promise((resolve) => {
    const script = join(root, 'examples', story, 'run.mjs');
    const settings = { env: { PATH: process.env['PATH'] ?? '' }, cwd: '/', timeout: 110_000 };
    execFile(process.execPath, [script], settings, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      resolve({ code, stdout, stderr });
    });
  });
