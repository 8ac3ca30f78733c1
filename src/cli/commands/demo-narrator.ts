import { composeArmy } from '../../compose/army.ts';
import { tellJournal } from '../../demo/narration.ts';
import { findRelays } from '../../demo/run.ts';
import { demoTexts } from '../../i18n/demo.ts';
import { paints } from '../../kit/paint.ts';
import { pause } from '../../kit/timeout.ts';
import { openNarration, shippedFormation } from '../demo/narrator.ts';
import { print } from '../output/print.ts';
import { defineCommand } from '../parse/define-command.ts';
import { needed, required, text } from '../parse/values.ts';
import { abortOnSignals } from '../terminal/signals.ts';

const LOOK_MS = 100;

const none = { about: '', args: { directory: '' }, options: { formation: '' } };

/** Runs in the pane of the demo that tells the story, until that pane is closed. */
export const command = defineCommand({
  hidden: true,
  texts: { en: none, ja: none },
  args: { directory: needed() },
  options: { formation: required(text('name')) },
  async run({ directory, formation: name }, { env, language }) {
    const beganMs = Date.now();
    const texts = demoTexts[language];
    const formation = await shippedFormation(name, directory);
    const paint = paints((env['NO_COLOR'] ?? '') === '');
    print(paint('bold', texts.title(name)));
    print(paint('dim', texts.subtitle));
    print(paint('dim', texts.starting));
    const parts = await composeArmy(env);
    const { clock } = parts;
    const store = await parts.openStore(directory);
    using ending = abortOnSignals();
    const { signal } = ending;
    const relays = new Map<string, number>();
    while (!signal.aborted && !(await findRelays(store, formation, relays))) {
      await pause(clock, LOOK_MS);
    }
    const narrating = openNarration({ formation, language, store, write: print, paint, beganMs });
    narrating.ready(relays, Date.now());
    await tellJournal({ store, clock, signal }, narrating, () => {
      print('');
      print(paint(['bold', 'green'], texts.overSoon));
    });
  },
});
