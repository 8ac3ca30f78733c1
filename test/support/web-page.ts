import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, onTestFinished } from 'vitest';
import { missingProgram, requireOrSkip } from './require.ts';

export const missingChromium = (): string | undefined => missingProgram('chromium');

/** Debian's Chromium, without anything that would leave this machine. */
export const openChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--js-flags=--expose-gc',
    ],
  });

export interface OpenedPage {
  page: Page;
  /** What the page complained of: none is the rule. */
  complaints: string[];
}

/** A tab that looks at the address, and is closed with the test. */
export async function openTab(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<OpenedPage> {
  const context = await browser.newContext({ viewport: { width: 1360, height: 900 }, ...options });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.goto(url);
  await page.locator('.card').first().waitFor();
  return { page, complaints };
}

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Of the thread's own time, in microseconds. */
  tdur?: number;
  args?: { name?: string };
}

/**
 * The longest task of the page's own thread, in milliseconds it really worked: on a machine that has other
 * things to do it also waits, and that is not the page's fault.
 */
export function longestTaskMs(trace: Buffer): number {
  const { traceEvents } = JSON.parse(trace.toString('utf8')) as { traceEvents: TraceEvent[] };
  const place = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;
  const named = traceEvents.filter(({ name }) => name === 'thread_name');
  const own = new Set(named.filter(({ args }) => args?.name === 'CrRendererMain').map(place));
  const tasks = traceEvents.filter(
    (one) => own.has(place(one)) && one.ph === 'X' && one.name.includes('RunTask'),
  );
  // The length of a task that ran when the trace began or ended is unknown.
  const whole = tasks.flatMap(({ tdur }) => tdur ?? []);
  if (whole.length < 100) throw new Error(`only ${whole.length} tasks are in the trace`);
  return Math.max(...whole) / 1000;
}

/** One for all tests of a file, which are skipped where there is none. */
export function browserOfFile(): () => Browser {
  let browser: Browser | undefined;
  beforeAll(async () => {
    if (missingChromium() === undefined) browser = await openChromium();
  });
  afterAll(() => browser?.close());
  beforeEach((context) => requireOrSkip(context, 'chromium', missingChromium()));
  return () => {
    if (browser === undefined) throw new Error('no browser was opened');
    return browser;
  };
}
