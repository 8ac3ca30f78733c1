// `ovld dashboard --web` in a real browser, light and dark.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';
import { OVLD, play, until } from '../../examples/stage.mjs';
import { command, raise } from './campaign.mjs';

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => existsSync(path));
const ARGS = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'];
const viewport = { width: 1200, height: 720 };

/** The address it prints, with its token. */
function serve(world) {
  const child = spawn(process.execPath, [OVLD, 'dashboard', '--web'], {
    cwd: world.project,
    env: world.env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const address = new Promise((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [found] = /http:\/\/127\.0\.0\.1:\S+/.exec(line) ?? [];
      if (found !== undefined) resolve(found);
    });
  });
  return { address, end: () => child.kill('SIGINT') };
}

export async function web() {
  const pictures = [];
  await play(async (world) => {
    await raise(world, 'en');
    await world.does(['inject']);
    const served = serve(world);
    const browser = await chromium.launch({ executablePath: CHROMIUM, args: ARGS });
    try {
      const page = await browser.newPage({ viewport, colorScheme: 'dark' });
      await page.goto(await served.address);
      await command(world, 'en');
      await until('the report on the page', async () =>
        (await page.textContent('body')).includes('Done: Ship the login page'),
      );
      pictures.push({ file: 'web.png', content: await page.screenshot() });
    } finally {
      await browser.close();
      served.end();
    }
  });
  return pictures;
}
