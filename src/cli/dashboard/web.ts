import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { composeArmy } from '../../compose/army.ts';
import { openArmyLookout } from '../../compose/lookout.ts';
import type { Env } from '../../config/env.ts';
import { shippedDir } from '../../config/places.ts';
import type { WebDashboard } from '../../dashboard/web/server.ts';
import { OvldError } from '../../errors.ts';
import { armyTexts } from '../../i18n/army.ts';
import type { Language } from '../../i18n/texts.ts';
import { webCliTexts } from '../../i18n/web-cli.ts';
import { systemClock } from '../../kit/clock.ts';
import { errnoOf } from '../../kit/errno.ts';
import type { Lookout } from '../../lookout/lookout.ts';
import { findArmy } from '../../summon/find-army.ts';
import { EXIT } from '../failure.ts';
import { ownFolder } from '../folder.ts';
import { whichArmy } from '../which-army.ts';

export interface WebFlags {
  session?: string;
  port?: number;
  open?: boolean;
  json?: boolean;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Serves the page of an army until somebody ends it, or the army is dismissed. Both are no failure. */
export async function webDashboardCommand(
  env: Env,
  language: Language,
  { session, port = 0, open = false, json = false }: WebFlags,
): Promise<number> {
  const texts = webCliTexts[language];
  const say = (line: string): void => void process.stderr.write(`${line}\n`);
  const ending = new AbortController();
  const end = (): void => ending.abort();
  for (const signal of SIGNALS) process.on(signal, end);
  // Whoever read the address and left (`| head -1`) may still want the page.
  process.stdout.on('error', () => undefined);
  try {
    const parts = await composeArmy(env);
    const record = await whichArmy({ session, folder: ownFolder() }, armyTexts[language], (which) =>
      findArmy(parts.armies, which),
    );
    await using lookout = await openArmyLookout(env, record);
    const web = await listen(lookout, language, port);
    const told = json
      ? JSON.stringify({ url: web.url, port: web.port })
      : `${texts.listening(record.session, web.url)}\n${texts.stopHint}`;
    process.stdout.write(`${told}\n`);
    if (open) openBrowser(web.ticketUrl(), () => say(texts.cannotOpen));
    const why = await untilOver(lookout, ending.signal);
    await web.close(why);
    if (why === 'over') say(texts.over);
    return EXIT.done;
  } finally {
    for (const signal of SIGNALS) process.off(signal, end);
  }
}

async function listen(lookout: Lookout, language: Language, port: number): Promise<WebDashboard> {
  // Loaded here: no other command needs an HTTP server.
  const { openFrom } = await import('../../dashboard/web/web-dashboard.ts');
  const page = join(shippedDir(), 'dist', 'page');
  try {
    return await openFrom(page, { lookout, language, port, clock: systemClock });
  } catch (error) {
    const why = errnoOf(error);
    if (why === undefined) throw error;
    const texts = webCliTexts[language];
    const message = texts.portRefused(port, why);
    throw new OvldError('usage', { message, hint: texts.otherPort }, { cause: error });
  }
}

function untilOver(lookout: Lookout, stopped: AbortSignal): Promise<'over' | 'stopped'> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (lookout.picture().army.standing === 'over') resolve('over');
    };
    lookout.watch((parts) => {
      if (parts.has('army')) look();
    });
    stopped.addEventListener('abort', () => resolve('stopped'));
    if (stopped.aborted) resolve('stopped');
    look();
  });
}

/**
 * Nothing waits for it, and nothing depends on it. Everybody on this machine can read the words a program is
 * started with: the address lets in once.
 */
function openBrowser(url: string, failed: () => void): void {
  const program = process.platform === 'darwin' ? 'open' : 'xdg-open';
  const child = spawn(program, [url], { stdio: 'ignore', detached: true });
  child.on('error', failed);
  child.on('exit', (code) => {
    if (code !== 0) failed();
  });
  child.unref();
}
