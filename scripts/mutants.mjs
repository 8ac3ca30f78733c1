// Applies every mutant to a copy of the tree and expects its tests to turn red.  npm run mutants [words]
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mutants } from '../test/mutants/list.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const only = process.argv.slice(2).join(' ').toLowerCase();
const chosen = mutants.filter(({ name }) => name.toLowerCase().includes(only));
if (chosen.length === 0) {
  process.stderr.write(`no mutant is called ${only}\n`);
  process.exit(2);
}
const COPIED = [
  'src',
  'test',
  'formations',
  'rituals',
  'scripts',
  'package.json',
  'tsconfig.json',
  'vitest.config.ts',
  'dist',
];

const copy = mkdtempSync(join(tmpdir(), 'ovld-mutants-'));
process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
const wanted = (path) => basename(path) !== 'node_modules';
for (const name of COPIED) {
  cpSync(join(root, name), join(copy, name), { recursive: true, filter: wanted });
}
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));

/** A breakage may never come to rest; unbroken, everything together may take its time. */
const TRIAL_MS = 30_000;
const UNBROKEN_MS = 300_000;
let timeout = UNBROKEN_MS;

const node = (...args) =>
  spawnSync(process.execPath, args, {
    cwd: copy,
    encoding: 'utf8',
    timeout,
    killSignal: 'SIGKILL',
  });
// Threads: a mutant that never comes to rest is killed with its whole process.
const vitest = (...args) =>
  node('node_modules/vitest/vitest.mjs', 'run', '--pool', 'threads', ...args);
const FIRST = ['--bail', '1'];
const hasFailed = ({ stdout }) => /Tests .*\d+ failed/.test(stdout);
const build = () => node('scripts/build.mjs', '--no-types');

/** 'killed', or why not. */
function trial({ file, find, replace, tests, build: needsBuild }) {
  const path = join(copy, file);
  const source = readFileSync(path, 'utf8');
  if (source.split(find).length !== 2) return 'does not apply: its text must occur exactly once';
  writeFileSync(
    path,
    source.replace(find, () => replace),
  );
  try {
    if (needsBuild && build().status !== 0) return 'does not build';
    const first = vitest(...FIRST, ...tests);
    // A breakage that never comes to rest is noticed too.
    if (first.error !== undefined) return 'killed';
    if (first.status === 0) return 'SURVIVED';
    if (hasFailed(first)) return 'killed';
    // Stopped at the first that failed, it may end before it has said which.
    const all = vitest(...tests);
    return all.error !== undefined || hasFailed(all)
      ? 'killed'
      : `no test ran:\n${all.stdout.slice(-2000)}`;
  } finally {
    writeFileSync(path, source);
    if (needsBuild) build();
  }
}

const sound = vitest(...FIRST, ...new Set(chosen.flatMap(({ tests }) => tests)));
if (sound.status !== 0) {
  process.stdout.write(`${sound.stdout}\nThe tests are red before anything is broken.\n`);
  process.exit(1);
}

timeout = TRIAL_MS;
const failed = [];
for (const mutant of chosen) {
  const start = Date.now();
  const verdict = trial(mutant);
  if (verdict !== 'killed') failed.push(`FAILED MUTANT: ${mutant.name}: ${verdict}\n`);
  const seconds = ((Date.now() - start) / 1000).toFixed(0);
  process.stdout.write(`${verdict.padEnd(9)} ${seconds.padStart(3)} s  ${mutant.name}\n`);
}
// Once more at the end: the beginning of a long log is easily cut off.
process.stdout.write(failed.join(''));
process.stdout.write(`${chosen.length - failed.length} passed, ${failed.length} failed\n`);
process.exitCode = failed.length === 0 ? 0 : 1;
