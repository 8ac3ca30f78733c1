import { overlordFormation } from '../../army/overlord.ts';
import { runDemo } from '../../demo/demo.ts';
import { figuresDocument } from '../../demo/figures.ts';
import { figuresTable } from '../../demo/figures-table.ts';
import { paints } from '../../demo/narrator.ts';
import { demoTexts } from '../../i18n/demo.ts';
import type { Language } from '../../i18n/texts.ts';
import { coloured } from '../colours.ts';
import { EXIT } from '../failure.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const TTY_PAUSE_SECONDS = 0.3;

interface DemoFlags {
  json: boolean;
  /** Seconds between scenes. */
  pause: number | undefined;
}

/** Tells the campaign on stdout; 1 when a message was lost, 130 when the person had seen enough. */
export async function demoCommand(
  env: Readonly<Record<string, string | undefined>>,
  language: Language,
  { json, pause }: DemoFlags,
): Promise<number> {
  const { stdout } = process;
  const texts = demoTexts[language];
  const paint = paints(coloured(env, stdout, json));
  const write = (line: string): void => void stdout.write(`${line}\n`);

  const ending = new AbortController();
  const end = (): void => ending.abort();
  for (const signal of SIGNALS) process.on(signal, end);
  // Whoever read us is gone (`| head`): nobody to tell, but relays to end.
  stdout.on('error', end);
  try {
    const { figures, finished } = await runDemo({
      formation: { ...overlordFormation, agent: 'mock', language },
      texts,
      ovld: process.argv[1] ?? '',
      path: env['PATH'],
      pauseMs: 1000 * (pause ?? (stdout.isTTY && !json ? TTY_PAUSE_SECONDS : 0)),
      write: json ? () => undefined : write,
      paint,
      signal: ending.signal,
    });
    if (json) write(JSON.stringify({ finished, ...figuresDocument(figures) }, null, 2));
    else for (const line of figuresTable(figures, texts, paint)) write(line);
    return finished && figures.lost.length === 0 ? EXIT.done : EXIT.failed;
  } catch (error) {
    if (ending.signal.aborted) return EXIT.interrupted;
    throw error;
  } finally {
    for (const signal of SIGNALS) process.off(signal, end);
  }
}
