import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Env } from '../../config/env.ts';
import { userConfigDir } from '../../config/env.ts';
import { foldersInCheckout } from '../../config/project-folder.ts';
import type { Typed } from './candidates.ts';

/** Names only: whatever else is in a file never reaches a shell. */
const NAME = /^[a-z][a-z0-9_-]{0,31}$/;

/**
 * Roles, sessions and formations as the files say, read without the schemas of the program: a person
 * waits at a key. What cannot be read is not there.
 */
export function lookUp(env: Env, folder: string, shipped: string): Typed['look'] {
  const own = userConfigDir(env);
  const armies = own === undefined ? '' : join(own, 'armies');
  const sessions = (): string[] => namesIn(armies, '.json');
  const record = (session: string): Record<string, unknown> =>
    readJson(join(armies, `${session}.json`));
  const sessionsHere = (): string[] =>
    foldersInCheckout(folder)
      .map((at) => sessions().filter((session) => record(session)['folder'] === at))
      .find((found) => found.length > 0) ?? [];
  const rolesOf = (session: string): string[] => {
    const dir = record(session)['relay_dir'];
    const roles = typeof dir === 'string' ? readJson(join(dir, 'formation.json'))['roles'] : [];
    return (Array.isArray(roles) ? roles : []).flatMap((seat: unknown) => {
      const role = isObject(seat) ? seat['role'] : undefined;
      return typeof role === 'string' && NAME.test(role) ? [role] : [];
    });
  };
  return (kind, session) => {
    if (kind === 'session') return sessions();
    if (kind === 'formation') {
      const dirs = [join(folder, '.ovld'), ...(own === undefined ? [] : [own])];
      const places = [...dirs.map((dir) => join(dir, 'formations')), shipped];
      return [...new Set(places.flatMap((dir) => namesIn(dir, '.yaml')))].sort();
    }
    if (session !== undefined) return NAME.test(session) ? rolesOf(session) : [];
    return [...new Set(sessionsHere().flatMap(rolesOf))];
  };
}

function namesIn(dir: string, ending: string): string[] {
  try {
    return readdirSync(dir)
      .filter((name) => name.endsWith(ending))
      .map((name) => name.slice(0, -ending.length))
      .filter((name) => NAME.test(name))
      .sort();
  } catch {
    return [];
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

function readJson(path: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
