import { listSettings, type SettingRow } from '../../config/list-settings.ts';
import { loadSettings } from '../../config/settings.ts';
import { OvldError } from '../../errors.ts';
import { config as en } from '../../i18n/en/config.ts';
import { config as ja } from '../../i18n/ja/config.ts';
import { alignColumns } from '../../terminal/columns.ts';
import { printable } from '../../kit/log.ts';
import { printEither } from '../output/print.ts';
import { defineCommand } from '../parse/define-command.ts';
import { share, shared } from '../parse/shared-options.ts';
import { optional, text } from '../parse/values.ts';
import { placesOf } from '../terminal/own-process.ts';

/** What a summons here would go by. The same files, read the same way, with the same complaints. */
export const command = defineCommand({
  group: 'machine',
  place: 3,
  texts: { en, ja },
  args: { key: optional() },
  options: {
    formation: shared.formation,
    mux: share('mux', text('program')),
    agent: share('agent', text('program')),
    specialists: share('specialists', text('n')),
    store: share('store', text('kind')),
    toolsets: share('toolsets', text('names')),
    json: shared.json,
  },
  examples: {
    list: 'ovld config',
    one: 'ovld config language',
    flag: 'ovld config --mux tmux',
    json: 'ovld config --json',
  },
  async run({ key, json, specialists, toolsets, ...same }, { env, asked, texts }) {
    const places = placesOf(env);
    const flags = {
      ...same,
      ...(asked !== undefined && { language: asked }),
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
    const settings = wanted.map(({ value = null, ...rest }) => ({ value, ...rest }));
    printEither(json, { settings }, tableOf(wanted, texts));
  },
});

const showValue = (value: unknown): string =>
  printable(typeof value === 'string' ? value : JSON.stringify(value));

/** Most settings without a value are chosen when an army is summoned; without a command none is run. */
const describeUnset = (key: string, { unset, none }: typeof en): string =>
  key.startsWith('notify.') ? none : unset;

function tableOf(rows: readonly SettingRow[], texts: typeof en): string[] {
  const cells = rows.map(({ key, value, from, at }) => [
    key,
    value === undefined ? describeUnset(key, texts) : showValue(value),
    at === undefined ? texts.origins[from] : `${texts.origins[from]}: ${printable(at)}`,
  ]);
  return alignColumns(cells);
}
