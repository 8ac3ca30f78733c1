import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Packed {
  dir: string;
  tarball: string;
  /** In bytes, as it is sent. */
  size: number;
  files: string[];
  remove(): void;
}

/** `npm pack` of a folder, into a private one. */
export function packed(folder = root, dir = mkdtempSync(join(tmpdir(), 'ovld-pack-'))): Packed {
  const where = ['--pack-destination', dir, '--cache', join(dir, 'cache')];
  const told = execFileSync('npm', ['pack', folder, '--json', '--ignore-scripts', ...where], {
    cwd: dir,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  // A list of one; npm 11 makes it an object with the package's name.
  const [made] = Object.values(
    JSON.parse(told) as Record<
      string,
      { filename: string; size: number; files: { path: string }[] }
    >,
  );
  if (made === undefined) throw new Error(`npm pack said: ${told}`);
  return {
    dir,
    tarball: join(dir, made.filename),
    size: made.size,
    files: made.files.map(({ path }) => path).toSorted(),
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}
