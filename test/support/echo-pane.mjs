/**
 * A program for a pane: says hello, asks for bracketed paste, and writes down every byte it is given
 * before anything looks at it. `{out}.start` says how it was started; `{out}` is what was typed.
 * A paste holding `please-die` ends it.
 */
import { spawn } from 'node:child_process';
import { appendFileSync, renameSync, writeFileSync } from 'node:fs';

const [out = '', ...rest] = process.argv.slice(2);
const child = rest[0] === '--child' ? spawn('sleep', ['1000'], { stdio: 'ignore' }).pid : undefined;

process.stdin.setRawMode?.(true);
process.stdin.on('data', (bytes) => {
  appendFileSync(out, bytes);
  if (bytes.includes('please-die')) process.exit(3);
});
process.stdout.write('\u001b[?2004h\u001b[1;31mhello\u001b[0m 日本 \u001b[2mdim\u001b[0m');

writeFileSync(out, '');
const start = { argv: process.argv.slice(2), cwd: process.cwd(), pid: process.pid, child };
writeFileSync(`${out}.tmp`, JSON.stringify({ ...start, marker: process.env['OVLD_MARKER'] }));
renameSync(`${out}.tmp`, `${out}.start`);
