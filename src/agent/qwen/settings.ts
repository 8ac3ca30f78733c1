import { OvldError } from '../../errors.ts';
import type { Variables } from '../agent.ts';
import { HOOK_LINE } from '../hooks.ts';
import { readSettings, systemPaths, type Settings } from './own-files.ts';

/**
 * The settings of one seat, as the system's: they count beside a person's own, hooks and allowed tools of both.
 * That hides an administrator's file of the same rank (X12), so what it holds is in them too; where both name
 * one value, ours counts. What a seat inherits of another seat is left out: its hooks speak for that role.
 */
export function mergeSystemSettings(ours: Settings, env: Variables): Settings {
  const { settings: path } = systemPaths(env);
  try {
    return merge(withoutHooksOfSeats(readSettings(path) ?? OURS_ALONE), ours);
  } catch (cause) {
    throw new OvldError('config_invalid', { path, reason: { code: 'not_valid' } }, { cause });
  }
}

/** Without the number of their format Qwen Code writes them anew, readable by every user. */
const OURS_ALONE: Settings = { $version: 4 };

function merge(theirs: Settings, ours: Settings): Settings {
  const merged = { ...theirs };
  for (const [key, value] of Object.entries(ours)) {
    const known = Object.hasOwn(theirs, key) ? theirs[key] : undefined;
    merged[key] = mergeValues(known, value);
  }
  return merged;
}

function mergeValues(theirs: unknown, ours: unknown): unknown {
  if (Array.isArray(theirs) && Array.isArray(ours)) return [...new Set([...theirs, ...ours])];
  return isObject(theirs) && isObject(ours) ? merge(theirs, ours) : ours;
}

function withoutHooksOfSeats(settings: Settings): Settings {
  const { hooks, ...others } = settings;
  if (!isObject(hooks)) return settings;
  const kept = Object.entries(hooks).map(([event, groups]) => [
    event,
    Array.isArray(groups) ? groups.filter((group) => !isOfSeat(group)) : groups,
  ]);
  return { ...others, hooks: Object.fromEntries(kept) };
}

const isOfSeat = (group: unknown): boolean =>
  isObject(group) &&
  Array.isArray(group['hooks']) &&
  group['hooks'].some((hook) => isObject(hook) && HOOK_LINE.test(String(hook['command'])));

const isObject = (value: unknown): value is Settings =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
