// npm run bench: every figure in one run, each against the floor measured beside it.
//   npm run bench -- --save     also writes bench/results.json, which the README shows
//   npm run bench -- looking    only what is named; saved, its rows replace those of the same name
//   npm run bench -- claude     everything whose name begins so: real Claude Code, a scripted model
import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { looking, nudging, nudgingQueue, summoned, summoning } from './army.mjs';
import {
  claudeBusy,
  claudeCounts,
  claudeHooks,
  claudeIdle,
  claudeTyped,
  claudeWakes,
} from './claude.mjs';
import { claudeSummons } from './claude-summon.mjs';
import { dashboardIdle, dashboardShows } from './dashboard.mjs';
import { completing, helping } from './help.mjs';
import { demo } from './demo.mjs';
import { knowledgeSearch } from './knowledge.mjs';
import { draining, idling, memory, startUp, startUpElsewhere } from './process.mjs';
import { cloned } from './newcomer.mjs';
import { queueGrowth, queuePast } from './queue.mjs';
import { fullArchive, oneWriter, overStdio, sixWriters } from './store.mjs';
import { webPage } from './web.mjs';

const all = {
  oneWriter,
  sixWriters,
  overStdio,
  fullArchive,
  startUp,
  startUpElsewhere,
  memory,
  summoning,
  summoned,
  nudging,
  nudgingQueue,
  looking,
  helping,
  completing,
  queuePast,
  queueGrowth,
  draining,
  idling,
  knowledgeSearch,
  cloned,
  demo,
  dashboardShows,
  dashboardIdle,
  webPage,
  claudeSummons,
  claudeWakes,
  claudeTyped,
  claudeBusy,
  claudeHooks,
  claudeIdle,
  claudeCounts,
};
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const known = Object.keys(all);
const names =
  wanted.length > 0
    ? wanted.flatMap((word) =>
        known.includes(word) ? word : known.filter((name) => name.startsWith(word)),
      )
    : known;
if (names.length === 0) throw new Error(`not measured here: ${wanted.join(', ')}`);
const round = (value) => (value === undefined ? undefined : Number(value.toPrecision(3)));

/** A figure with its verdict: a ratio, a difference, a share, or a plain bound. */
function judge({ claude, spread, ...row }) {
  return { ...figureOf(row), ...(claude && { claude }), ...(spread && { spread }) };
}

function figureOf({ name, floor, ours, limit, difference, below, hit, of, tally, missing }) {
  if (missing !== undefined) {
    return { name, figure: `not measured: no ${missing} here`, target: '–', met: true };
  }
  if (of !== undefined) {
    return { name, figure: `${hit} of ${of}`, target: 'all', met: hit === of };
  }
  if (tally !== undefined) {
    const { sent, fetched, lost, duplicated } = tally;
    const figure = `${sent} sent, ${fetched} fetched, ${lost} lost, ${duplicated} duplicated`;
    return { name, figure, target: 'none lost, none duplicated', met: lost + duplicated === 0 };
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
  // A control has no target.
  const bound = difference === null ? undefined : (difference ?? below);
  return {
    name,
    floor: round(floor),
    ours: round(ours),
    figure: Number.isInteger(value) ? String(value) : value.toFixed(2),
    target: bound === undefined ? '–' : `≤ ${bound}`,
    met: bound === undefined || value <= bound,
  };
}

const spreads = ({ ours, floor, n }) =>
  `  (p50/p95/max ${ours.join('/')}, floor ${floor.join('/')}, n ${n})`;

function print({ name, floor, ours, figure, target, met, spread }) {
  const detail = spread ? spreads(spread) : floor === undefined ? '' : `  (${ours} / ${floor})`;
  process.stdout.write(
    `${met ? 'met   ' : 'MISSED'}  ${figure.padStart(9)}  ${target.padEnd(8)}  ${name}${detail}\n`,
  );
}

const rows = [];
const failed = [];
for (const name of names) {
  process.stderr.write(`${name} …\n`);
  try {
    const found = [await all[name]()].flat().map(judge);
    found.forEach(print);
    rows.push(...found);
  } catch (error) {
    // What the others took minutes to measure is not thrown away.
    failed.push(name);
    process.stderr.write(`${name}: ${error instanceof Error ? error.stack : String(error)}\n`);
  }
}
if (process.argv.includes('--save')) {
  const path = new URL('results.json', import.meta.url);
  const machine = `Node ${process.versions.node}, ${os.cpus().length} cores, ${os.type()}`;
  const saved = wanted.length > 0 ? JSON.parse(readFileSync(path, 'utf8')).rows : [];
  const kept = saved.filter(({ name }) => !rows.some((row) => row.name === name));
  const document = { machine, rows: [...kept, ...rows] };
  writeFileSync(path, `${JSON.stringify(document, null, 2)}\n`);
}
process.exitCode = failed.length === 0 && rows.every(({ met }) => met) ? 0 : 1;
