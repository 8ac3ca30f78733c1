import type { Env } from '../../config/env.ts';
import { listSettings, type Listed } from '../../config/listing.ts';
import { loadSettings } from '../../config/settings.ts';
import { OvldError } from '../../errors.ts';
import { configTexts, type ConfigTexts } from '../../i18n/config.ts';
import type { Language } from '../../i18n/texts.ts';
import { columnsOf } from '../../kit/columns.ts';
import { printable } from '../../kit/log.ts';
import { EXIT } from '../failure.ts';
import { placesOf } from '../orders.ts';

export interface ConfigFlags {
  /** What `--lang` said. */
  language?: string;
  formation?: string;
  mux?: string;
  agent?: string;
  specialists?: string;
  store?: string;
  toolsets?: string;
  json?: boolean;
}

/** What a summons here would go by. The same files, read the same way, with the same complaints. */
export async function configCommand(
  env: Env,
  language: Language,
  key: string | undefined,
  { json, specialists, toolsets, ...same }: ConfigFlags,
): Promise<number> {
  const texts = configTexts[language];
  const places = placesOf(env);
  const flags = {
    ...same,
    ...(specialists !== undefined && { specialists: Number(specialists) }),
    ...(toolsets !== undefined && { toolsets: toolsets.split(',').map((name) => name.trim()) }),
  };
  const all = listSettings(await loadSettings(flags, env, places), places);
  // `pauses` stands for everything below it.
  const wanted = all.filter(
    (one) => key === undefined || one.key === key || one.key.startsWith(`${key}.`),
  );
  if (key !== undefined && wanted.length === 0) {
    const keys = all.map((one) => one.key);
    throw new OvldError('usage', { message: texts.unknownKey(printable(key), keys) });
  }
  const text =
    json === true
      ? JSON.stringify({
          settings: wanted.map(({ value = null, ...rest }) => ({ value, ...rest })),
        })
      : tableOf(wanted, texts).join('\n');
  process.stdout.write(`${text}\n`);
  return EXIT.done;
}

const shown = (value: unknown): string =>
  printable(typeof value === 'string' ? value : JSON.stringify(value));

/** Most of what nobody has set is chosen when an army is summoned; a command to run is simply none. */
const unmade = (key: string, { unset, none }: ConfigTexts): string =>
  key.startsWith('notify.') ? none : unset;

function tableOf(rows: readonly Listed[], texts: ConfigTexts): string[] {
  const cells = rows.map(({ key, value, from, at }) => [
    key,
    value === undefined ? unmade(key, texts) : shown(value),
    at === undefined ? texts.origins[from] : `${texts.origins[from]}: ${printable(at)}`,
  ]);
  const widths = [0, 1].map((i) => Math.max(...cells.map((row) => columnsOf(row[i] ?? ''))));
  return cells.map((row) =>
    row
      .map((cell, i) => cell + ' '.repeat(Math.max(0, (widths[i] ?? 0) - columnsOf(cell))))
      .join('  ')
      .trimEnd(),
  );
}
