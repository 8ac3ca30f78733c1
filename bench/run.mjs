// npm run bench: every figure in one run, each against the floor measured beside it.
//   npm run bench -- --save   also writes bench/results.json, which the README shows
import { writeFileSync } from 'node:fs';
import os from 'node:os';
import { draining, idling, memory, startUp } from './process.mjs';
import { fullArchive, oneWriter, overStdio, sixWriters } from './store.mjs';

const benches = [oneWriter, sixWriters, overStdio, fullArchive, startUp, memory, draining, idling];
const round = (value) => (value === undefined ? undefined : Number(value.toPrecision(3)));

/** A figure with its verdict: a ratio, a difference, or a plain bound. */
function judge({ name, floor, ours, limit, difference, below }) {
  if (limit !== undefined) {
    const ratio = ours / floor;
    return {
      name,
      floor: round(floor),
      ours: round(ours),
      figure: `${ratio.toFixed(2)} ×`,
      target: `≤ ${limit} ×`,
      met: ratio <= limit,
    };
  }
  const value = difference === undefined ? ours : ours - floor;
  const bound = difference ?? below;
  return {
    name,
    floor: round(floor),
    ours: round(ours),
    figure: value.toFixed(2),
    target: `≤ ${bound}`,
    met: value <= bound,
  };
}

const rows = [];
for (const bench of benches) {
  process.stderr.write(`${bench.name} …\n`);
  rows.push(...[await bench()].flat().map(judge));
}

for (const { name, floor, ours, figure, target, met } of rows) {
  const detail = floor === undefined ? '' : `  (${ours} / ${floor})`;
  process.stdout.write(
    `${met ? 'met   ' : 'MISSED'}  ${figure.padStart(9)}  ${target.padEnd(8)}  ${name}${detail}\n`,
  );
}
if (process.argv.includes('--save')) {
  const machine = `Node ${process.versions.node}, ${os.cpus().length} cores, ${os.type()}`;
  const path = new URL('results.json', import.meta.url);
  writeFileSync(path, `${JSON.stringify({ machine, rows }, null, 2)}\n`);
}
process.exitCode = rows.every(({ met }) => met) ? 0 : 1;
