import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { openArmyLookout } from '../../compose/lookout.ts';
import { shippedDir } from '../../config/places.ts';
import type { WebDashboard } from '../../dashboard/web/server.ts';
import { OvldError } from '../../errors.ts';
import { armyTexts } from '../../i18n/army.ts';
import { dashboard as en } from '../../i18n/en/dashboard.ts';
import { explain, textsFor } from '../../i18n/explain.ts';
import { dashboard as ja } from '../../i18n/ja/dashboard.ts';
import type { Language } from '../../i18n/texts.ts';
import { systemClock } from '../../kit/clock.ts';
import { errnoOf } from '../../kit/errno.ts';
import type { Lookout } from '../../lookout/lookout.ts';
import { coloured } from '../output/colours.ts';
import { EXIT } from '../output/failure.ts';
import { printEither } from '../output/print.ts';
import {
  defineCommand,
  type CommandContext,
  type Given,
  type Option,
} from '../parse/define-command.ts';
import { shared } from '../parse/shared-options.ts';
import { flag, readWholeNumber } from '../parse/values.ts';
import { chooseArmy } from '../terminal/choose-army.ts';
import { editText, keepText } from '../terminal/editor.ts';
import { abortOnSignals } from '../terminal/signals.ts';
import { ownTerminal } from '../terminal/terminal.ts';

const allTexts = { en, ja };
type Context = CommandContext<typeof en>;

/** 0 stands for any that is free. */
const port: Option<number, false> = {
  value: '<port>',
  read: (given) => readWholeNumber(given, 0, 65_535),
  complaint: (language) => allTexts[language].web.notPort,
};

const webOptions = { port, open: flag, json: flag };

/** Shows an army until its person leaves; the army goes on. */
export const command = defineCommand({
  group: 'army',
  place: 4,
  texts: allTexts,
  options: { session: shared.session, web: flag, ...webOptions },
  examples: {
    here: 'ovld dashboard',
    session: 'ovld dashboard --session bastion',
    web: 'ovld dashboard --web',
    open: 'ovld dashboard --web --port 8765 --open',
  },
  run({ session: name, web = false, ...given }, context) {
    if (web) return serveDashboard(context, name, given);
    if (Object.keys(given).length > 0) {
      throw new OvldError('usage', { message: context.texts.web.needsWeb });
    }
    return drawDashboard(context, name);
  },
});

/** Draws the dashboard in this terminal. */
async function drawDashboard(context: Context, name: string | undefined): Promise<number> {
  const { env, language, texts } = context;
  if (ownTerminal() === undefined) {
    throw new OvldError('no_terminal', { command: 'ovld dashboard' });
  }
  // Loading takes longer than finding the army.
  const loading = import('../../dashboard/terminal/terminal-dashboard.ts');
  loading.catch(() => undefined);
  const { record } = await chooseArmy(context, name);
  await using lookout = await openArmyLookout(env, record);
  const { showDashboard } = await loading;
  const how = await showDashboard({
    lookout,
    texts,
    wake: textsFor(language).wake,
    questions: armyTexts[language].questions,
    explain(error) {
      const { what, hint } = explain(error, language);
      return `${what} → ${hint}`;
    },
    edit: (text, ending) => editText(env, text, ending),
    keep: keepText,
    colour: coloured(env, process.stdout),
  });
  return how === 'left' ? EXIT.done : EXIT.interrupted;
}

/** Serves the page of an army until a signal ends it, or the army is dismissed. Both are no failure. */
async function serveDashboard(
  context: Context,
  name: string | undefined,
  { port: wanted = 0, open = false, json }: Given<typeof webOptions>,
): Promise<number> {
  const { web: texts } = context.texts;
  const say = (line: string): void => void process.stderr.write(`${line}\n`);
  using ending = abortOnSignals();
  // A reader of the address may leave (`| head -1`) and still want the page.
  process.stdout.on('error', () => undefined);
  const { record } = await chooseArmy(context, name);
  await using lookout = await openArmyLookout(context.env, record);
  const web = await listen(lookout, record.relayDir, context.language, wanted);
  const { url, port: taken } = web;
  printEither(json, { url, port: taken }, [texts.listening(record.session, url), texts.stopHint]);
  if (open) openBrowser(web.ticketUrl(), () => say(texts.cannotOpen));
  const why = await untilOver(lookout, ending.signal);
  await web.close(why);
  if (why === 'over') say(texts.over);
  return EXIT.done;
}

async function listen(
  lookout: Lookout,
  relayDir: string,
  language: Language,
  wanted: number,
): Promise<WebDashboard> {
  // Loaded here: no other command needs an HTTP server.
  const { openFrom } = await import('../../dashboard/web/web-dashboard.ts');
  const page = join(shippedDir(), 'dist', 'page');
  try {
    return await openFrom(page, relayDir, { lookout, language, port: wanted, clock: systemClock });
  } catch (error) {
    const why = errnoOf(error);
    if (why === undefined) throw error;
    const { portRefused, otherPort } = allTexts[language].web;
    const message = portRefused(wanted, why);
    throw new OvldError('usage', { message, hint: otherPort }, { cause: error });
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
 * Nothing waits for it, and nothing depends on it. Every user of this machine can read the words a program is
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
