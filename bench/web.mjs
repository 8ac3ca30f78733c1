// The dashboard in a real browser: how soon a message is seen, what a thousand of them cost, what idling costs.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { openStore, sendMessage } from 'ovld';
import { chromium } from 'playwright-core';
import { OVLD, quantile, wait } from './lib.mjs';
import { cpuNsOf } from './process.mjs';
import { isInstalled, openWorld, ROLES } from './world.mjs';

const CHROMIUM = '/usr/bin/chromium';
const SHOWN = 'message stored to shown in the page, p95 (ms)';
const MESSAGES = 60;
const STORM = 1_000;
const STORM_MS = 60_000;

/** `ovld dashboard --web` of the world's army, and its address. */
async function serve(world) {
  const child = spawn(process.execPath, [OVLD, 'dashboard', '--web', '--json'], {
    cwd: world.at('project'),
    env: world.env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('exit', () => reject(new Error('the dashboard ended')));
  });
  return { ...JSON.parse(line), pid: child.pid };
}

/** Notes when each message was drawn, and every task that held the page up. */
const WATCH = `
  globalThis.shown = new Map();
  globalThis.longest = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) globalThis.longest = Math.max(globalThis.longest, duration);
  }).observe({ type: 'longtask' });
  new MutationObserver((seen) => {
    const now = [];
    for (const { addedNodes } of seen) for (const node of addedNodes) {
      const at = node.querySelector?.('time')?.dateTime;
      if (at) now.push([node.querySelector('.subject').textContent, Date.parse(at)]);
    }
    requestAnimationFrame(() => {
      for (const [subject, at] of now) if (!globalThis.shown.has(subject)) globalThis.shown.set(subject, Date.now() - at);
    });
  }).observe(document.querySelector('.letters'), { childList: true });
`;

export async function webPage() {
  const missing = !isInstalled('tmux') ? 'tmux' : isInstalled('chromium') ? undefined : 'chromium';
  if (missing !== undefined) return { name: SHOWN, missing };
  const world = openWorld('tmux');
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    await world.ovld('summon', '--detach', '--no-rituals');
    world.stayWith(ROLES);
    const { url, pid } = await serve(world);
    const page = await browser.newPage();
    const bytes = await loaded(page, url);
    await page.evaluate(WATCH);
    const store = await openStore({ kind: 'files', dir: world.relayDir });
    const send = (subject) =>
      sendMessage(store, { from: 'storm', to: 'human', subject, body: 'b'.repeat(500) });

    for (let i = 0; i < MESSAGES; i += 1) {
      await send(`one ${i}`);
      await wait(150);
    }
    const shown = await until(page, MESSAGES);

    const began = Date.now();
    for (let i = 0; i < STORM; i += 1) {
      await wait(Math.max(0, began + (i * STORM_MS) / STORM - Date.now()));
      await send(`storm ${i}`);
    }
    await page.locator('.letter', { hasText: `storm ${STORM - 1}` }).waitFor();
    const longest = await page.evaluate('globalThis.longest');
    const heap = await heapOf(page);

    await wait(20_000);
    const before = cpuNsOf(pid);
    await wait(60_000);
    const idle = (cpuNsOf(pid) - before) / 1e6;
    return [
      { name: SHOWN, ours: quantile(shown, 0.95), below: 150 },
      { name: 'the page, with its first picture (kB)', ours: bytes / 1000, below: 200 },
      {
        name: '1,000 messages in a minute: longest task of the page (ms)',
        ours: longest,
        below: 200,
      },
      { name: '1,000 messages in a minute: JS heap of the page (MB)', ours: heap / 1e6, below: 60 },
      { name: 'CPU of the idle web dashboard in 60 s, a page open (ms)', ours: idle, below: 50 },
    ];
  } finally {
    await browser.close();
    await world.close();
  }
}

/** Opens the page; how many bytes came until its first picture was there. */
async function loaded(page, url) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  let bytes = 0;
  session.on('Network.dataReceived', ({ dataLength }) => (bytes += dataLength));
  await page.goto(url);
  await page
    .locator('.card')
    .nth(ROLES.length - 1)
    .waitFor();
  return bytes;
}

async function until(page, count) {
  for (;;) {
    const shown = await page.evaluate('[...globalThis.shown.values()]');
    if (shown.length >= count) return shown;
    await wait(100);
  }
}

async function heapOf(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'JSHeapUsedSize').value;
}
