import { join } from 'node:path';
import type { Env } from '../../config/env.ts';
import { Left } from '../../demo/demo.ts';
import { figuresDocument } from '../../demo/figures.ts';
import { figuresTable } from '../../demo/figures-table.ts';
import { moreLines, type Machine } from '../../demo/more.ts';
import { paints } from '../../demo/narrator.ts';
import { demoTexts } from '../../i18n/demo.ts';
import type { Language } from '../../i18n/texts.ts';
import { coloured } from '../colours.ts';
import { show, type Showing } from '../demo/show.ts';
import { lastingPath, typedName } from '../demo/typed-name.ts';
import { EXIT } from '../failure.ts';
import { ownArgv } from '../orders.ts';

export interface DemoFlags {
  json?: boolean;
  /** Seconds a role thinks. */
  pause?: number;
  formation?: string;
  mux?: string;
  transcript?: boolean;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Plays a campaign and says what became of its messages; 1 when one was lost, 130 when the person left. */
export async function demoCommand(env: Env, language: Language, flags: DemoFlags): Promise<number> {
  const { stdout } = process;
  const { json = false } = flags;
  const texts = demoTexts[language];
  const paint = paints(coloured(env, stdout, json));
  const write = (line: string): void => void stdout.write(`${line}\n`);

  const ending = new AbortController();
  const end = (): void => ending.abort();
  for (const signal of SIGNALS) process.on(signal, end);
  // Whoever read us is gone (`| head`), or the terminal is: nobody to tell, but an army to end.
  for (const stream of [stdout, process.stderr]) stream.on('error', end);
  const showing = { env, language, flags, texts, paint, write, signal: ending.signal };
  try {
    const { figures, finished, patienceMs, pacedMs, installed } = await show(showing);
    if (json) write(JSON.stringify({ finished, ...figuresDocument(figures) }, null, 2));
    else {
      if (!finished) write(paint('red', texts.told.unfinished(Math.round(patienceMs / 1000))));
      for (const line of figuresTable(figures, texts, paint, pacedMs)) write(line);
      for (const line of await more(showing, installed)) write(line);
    }
    return finished && figures.lost.length === 0 ? EXIT.done : EXIT.failed;
  } catch (error) {
    if (!(error instanceof Left) && !ending.signal.aborted) throw error;
    if (stdout.isTTY && !json) write(texts.left);
    return EXIT.interrupted;
  } finally {
    for (const signal of SIGNALS) process.off(signal, end);
  }
}

async function more(
  { env, texts, paint }: Showing,
  installed: Machine['installed'],
): Promise<string[]> {
  const [, script = ''] = ownArgv();
  const places = lastingPath(env).map((dir) => join(dir, 'ovld'));
  const named = await Promise.all(places.map((place) => installed(place)));
  const ovld = typedName(env, script, named.includes(true));
  return moreLines({ installed, ovld }, texts, paint);
}
