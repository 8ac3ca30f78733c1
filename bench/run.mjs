// npm run bench: every figure in one run, each against the floor measured beside it.
//   npm run bench -- --save     also writes bench/results.json, which the README shows
//   npm run bench -- looking    only what is named; saved, its rows replace those of the same name
import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { looking, nudging, summoning } from './army.mjs';
import { draining, idling, memory, startUp } from './process.mjs';
import { fullArchive, oneWriter, overStdio, sixWriters } from './store.mjs';

const all = {
  oneWriter,
  sixWriters,
  overStdio,
  fullArchive,
  startUp,
  memory,
  summoning,
  nudging,
  looking,
  draining,
  idling,
};
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const names = wanted.length > 0 ? wanted : Object.keys(all);
const round = (value) => (value === undefined ? undefined : Number(value.toPrecision(3)));

/** A figure with its verdict: a ratio, a difference, or a plain bound. */
function judge({ name, floor, ours, limit, difference, below, missing }) {
  if (missing !== undefined) {
    return { name, figure: `not measured: no ${missing} here`, target: '–', met: true };
  }
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
for (const name of names) {
  process.stderr.write(`${name} …\n`);
  rows.push(...[await all[name]()].flat().map(judge));
}

for (const { name, floor, ours, figure, target, met } of rows) {
  const detail = floor === undefined ? '' : `  (${ours} / ${floor})`;
  process.stdout.write(
    `${met ? 'met   ' : 'MISSED'}  ${figure.padStart(9)}  ${target.padEnd(8)}  ${name}${detail}\n`,
  );
}
if (process.argv.includes('--save')) {
  const path = new URL('results.json', import.meta.url);
  const machine = `Node ${process.versions.node}, ${os.cpus().length} cores, ${os.type()}`;
  const saved = wanted.length > 0 ? JSON.parse(readFileSync(path, 'utf8')).rows : [];
  const kept = saved.filter(({ name }) => !rows.some((row) => row.name === name));
  const document = { machine, rows: [...kept, ...rows] };
  writeFileSync(path, `${JSON.stringify(document, null, 2)}\n`);
}
process.exitCode = rows.every(({ met }) => met) ? 0 : 1;
