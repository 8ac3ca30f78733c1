import { join } from 'node:path';
import { VARIABLES } from './env.ts';
import { ownDirs, type Places } from './places.ts';
import type { Origin, Setting, Settings } from './settings.ts';

/** One setting, as in a file. */
export interface SettingRow {
  /** As in `config.yaml`, with dots. */
  key: string;
  value: unknown;
  from: Origin;
  /** The file, the variable or the flag it came from. */
  at?: string;
}

/** Flags that are not named like their setting. */
const FLAGS: Partial<Record<string, string>> = { language: '--lang' };

/** Every setting there is, found by walking them: a new one cannot be forgotten here. */
export function listSettings(settings: Settings, places: Places): SettingRow[] {
  const files = new Map<Origin, string>(
    ownDirs(places).map(({ place, dir }) => [place, join(dir, 'config.yaml')]),
  );
  const rows: SettingRow[] = [];
  const walk = (node: object, above: readonly string[]): void => {
    for (const [name, value] of Object.entries(node) as [string, object][]) {
      const path = [...above, name];
      if (!isSetting(value)) {
        walk(value, path);
        continue;
      }
      const key = path.join('.');
      const { from } = value;
      const flag = FLAGS[key] ?? `--${key}`;
      const at = from === 'flag' ? flag : from === 'env' ? VARIABLES[key] : files.get(from);
      rows.push({ key, value: value.value, from, ...(at !== undefined && { at }) });
    }
  };
  walk(settings, []);
  return rows;
}

const isSetting = (value: object): value is Setting<unknown> => 'value' in value && 'from' in value;
