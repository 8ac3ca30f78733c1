// One of several processes that write at once: `floor` by hand or `store` through the library.
import { openStore, sendMessage } from 'ovld';
import { floorOnce, letter } from './lib.mjs';

const [kind, dir, name, count] = process.argv.slice(2);
const body = JSON.stringify(letter('storm'));
const store = kind === 'store' ? await openStore({ kind: 'files', dir }) : undefined;
const times = [];
async function write() {
  for (let i = 0; i < Number(count); i += 1) {
    const start = performance.now();
    if (store === undefined) floorOnce(dir, `${name}-${i}`, body);
    else await sendMessage(store, letter('storm'));
    times.push(performance.now() - start);
  }
  process.stdout.write(JSON.stringify(times), () => process.exit(0));
}

process.stdin.once('data', () => void write());
process.stdout.write('ready\n');
