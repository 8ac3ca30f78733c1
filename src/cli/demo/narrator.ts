import { rolesOf } from '../../army/formation.ts';
import type { Env } from '../../config/env.ts';
import { narrate } from '../../demo/narration.ts';
import { paints } from '../../demo/narrator.ts';
import { watchRecords } from '../../demo/records.ts';
import { demoTexts } from '../../i18n/demo.ts';
import type { Language } from '../../i18n/texts.ts';
import { EXIT } from '../failure.ts';
import { playOf, shippedFormation } from './play.ts';

/** Tells the story in a pane of its own, until that is closed. */
export async function narratorCommand(
  env: Env,
  language: Language,
  records: string,
  name: string,
): Promise<number> {
  const texts = demoTexts[language];
  const formation = await shippedFormation(name, records);
  const play = playOf(texts, formation, 0);
  const paint = paints((env['NO_COLOR'] ?? '') === '');
  const write = (line: string): void => void process.stdout.write(`${line}\n`);
  write(paint('bold', texts.title(name)));
  write(paint('dim', texts.subtitle));
  write(paint('dim', texts.starting));
  let over = false;
  const tell = narrate({ play, texts, roles: rolesOf(formation), write, paint }, (seen) => {
    if (over || !play.isLast(seen)) return;
    over = true;
    write('');
    write(paint(['bold', 'green'], texts.overSoon));
  });
  const watch = watchRecords(records, tell);
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, resolve);
  });
  watch.close();
  return EXIT.done;
}
