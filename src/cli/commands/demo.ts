import { join } from 'node:path';
import { muxKinds } from '../../army/formation.ts';
import { Left } from '../../demo/run.ts';
import { figuresDocument } from '../../demo/figures.ts';
import { figuresTable } from '../../demo/figures-table.ts';
import { moreLines, type Machine } from '../../demo/more.ts';
import { demo as en } from '../../i18n/en/demo.ts';
import { demo as ja } from '../../i18n/ja/demo.ts';
import { paints } from '../../kit/paint.ts';
import { show, type Showing } from '../demo/show.ts';
import { coloured } from '../output/colours.ts';
import { EXIT } from '../output/failure.ts';
import { print, printJson } from '../output/print.ts';
import { defineCommand, type Option } from '../parse/define-command.ts';
import { flag, oneOf } from '../parse/values.ts';
import { describeOwnCommand, ownArgv, readLastingPath } from '../terminal/own-process.ts';
import { abortOnSignals } from '../terminal/signals.ts';

const allTexts = { en, ja };
const LONGEST_PAUSE_SECONDS = 60;

const pause: Option<number, false> = {
  value: '<seconds>',
  read(given) {
    const seconds = given.trim() === '' ? Number.NaN : Number(given);
    return seconds >= 0 && seconds <= LONGEST_PAUSE_SECONDS ? seconds : undefined;
  },
  complaint: (language) => allTexts[language].cli.notSeconds,
};

/** Plays a campaign and says what became of its messages; 1 when one was lost, 130 when the person left. */
export const command = defineCommand({
  group: 'machine',
  place: 1,
  texts: { en: en.cli, ja: ja.cli },
  options: {
    formation: oneOf('name', ['overlord', 'bastion']),
    mux: oneOf('program', muxKinds),
    transcript: flag,
    pause,
    json: flag,
  },
  examples: {
    plain: 'ovld demo',
    bastion: 'ovld demo --formation bastion',
    transcript: 'ovld demo --transcript --pause 0',
    figures: 'ovld demo --json',
  },
  async run(flags, { env, language }) {
    const { stdout, stderr } = process;
    const { json = false } = flags;
    const texts = allTexts[language];
    const paint = paints(coloured(env, stdout, json));
    using ending = abortOnSignals();
    const { signal } = ending;
    // The reader has left (`| head`), or the terminal is closed: there is still an army to end.
    for (const stream of [stdout, stderr]) stream.on('error', ending.abort);
    const showing = { env, language, flags, texts, paint, write: print, signal };
    try {
      const { figures, finished, patienceMs, pacedMs, installed } = await show(showing);
      if (json) printJson({ finished, ...figuresDocument(figures) }, 2);
      else {
        if (!finished) print(paint('red', texts.told.unfinished(Math.round(patienceMs / 1000))));
        for (const line of figuresTable(figures, texts, paint, pacedMs)) print(line);
        for (const line of await more(showing, installed)) print(line);
      }
      return finished && figures.lost.length === 0 ? EXIT.done : EXIT.failed;
    } catch (error) {
      if (!(error instanceof Left) && !signal.aborted) throw error;
      if (stdout.isTTY && !json) print(texts.left);
      return EXIT.interrupted;
    }
  },
});

async function more(
  { env, texts, paint }: Showing,
  installed: Machine['installed'],
): Promise<string[]> {
  const [, script = ''] = ownArgv();
  const places = readLastingPath(env).map((dir) => join(dir, 'ovld'));
  const named = await Promise.all(places.map((place) => installed(place)));
  const ovld = describeOwnCommand(env, script, named.includes(true));
  return moreLines({ installed, ovld }, texts, paint);
}
