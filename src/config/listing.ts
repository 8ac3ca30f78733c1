import { join } from 'node:path';
import { VARIABLES } from './env.ts';
import { ownDirs, type Places } from './places.ts';
import type { Origin, Setting, Settings } from './settings.ts';

/** One setting as a person wrote it, or would. */
export interface Listed {
  /** As in `config.yaml`, with dots. */
  key: string;
  value: unknown;
  from: Origin;
  /** The file, the variable or the flag it came from. */
  at?: string;
}

/** Where the name in the configuration is not the setting's own. */
const NAMES: Partial<Record<string, string>> = { ritualDelivery: 'ritual.delivery' };

/** Where a flag is not named like its setting. */
const FLAGS: Partial<Record<string, string>> = { language: '--lang' };

/** Every setting there is, found by walking them: a new one cannot be forgotten here. */
export function listSettings(settings: Settings, places: Places): Listed[] {
  const files = new Map<Origin, string>(
    ownDirs(places).map(({ place, dir }) => [place, join(dir, 'config.yaml')]),
  );
  const rows: Listed[] = [];
  const walk = (node: object, above: readonly string[]): void => {
    for (const [name, value] of Object.entries(node) as [string, object][]) {
      const path = [...above, NAMES[name] ?? snake(name)];
      if (!isSetting(value)) {
        walk(value, path);
        continue;
      }
      const key = path.join('.');
      const at = sourceOf(key, value.from, files);
      rows.push({ key, value: value.value, from: value.from, ...(at !== undefined && { at }) });
    }
  };
  walk(settings, []);
  return rows;
}

function sourceOf(
  key: string,
  from: Origin,
  files: ReadonlyMap<Origin, string>,
): string | undefined {
  if (from === 'flag') return FLAGS[key] ?? `--${key}`;
  return from === 'env' ? VARIABLES[key] : files.get(from);
}

const isSetting = (value: object): value is Setting<unknown> => 'value' in value && 'from' in value;

const snake = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
