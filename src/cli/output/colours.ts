import type { Env } from '../../config/env.ts';

interface Output {
  isTTY?: boolean;
}

const isSet = (value: string | undefined): boolean => value !== undefined && value !== '';

/**
 * Whether what goes there is coloured, decided here and nowhere else. `NO_COLOR` (any value) wins over
 * `FORCE_COLOR`, which stands for a terminal where none is seen; 0 and false switch it off.
 */
export function coloured(env: Env, output: Output, json = false): boolean {
  if (json || isSet(env['NO_COLOR'])) return false;
  const force = env['FORCE_COLOR'];
  if (isSet(force)) return force !== '0' && force !== 'false';
  return movable(env, output);
}

/** Whether lines that are there can be drawn anew: a terminal, and not one that only prints. */
export const movable = (env: Env, { isTTY }: Output): boolean =>
  isTTY === true && env['TERM'] !== 'dumb';
