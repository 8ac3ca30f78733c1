// Where the agents that tests drive are kept (test/real-agents), beside other parts of the CI that outlive a
// checkout, and how each is run: a program of the platform's own package, or a script for Node.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
const json = (path) => JSON.parse(readFileSync(path, 'utf8'));

export const realAgents = json(
  fileURLToPath(new URL('../test/real-agents/agents.json', import.meta.url)),
);

export const placeOf = (kind) => join(cache, 'ovld-ci', 'agents', kind);

/** The command that starts the pinned version; undefined where that is not installed. */
export function commandOf(kind) {
  const { package: name, version, program } = realAgents[kind];
  const modules = join(placeOf(kind), 'node_modules');
  const own = join(modules, name, 'package.json');
  if (!existsSync(own) || json(own).version !== version) return undefined;
  const platform = `${process.platform}-${process.arch}`;
  const path = onlyMatch(join(modules, program.replace('{platform}', platform)));
  if (path === undefined) return undefined;
  return path.endsWith('.js') ? [process.execPath, path] : [path];
}

/** A star stands for the only folder there is. */
function onlyMatch(path) {
  const [before, after] = path.split('*');
  if (after === undefined) return existsSync(path) ? path : undefined;
  const folder = dirname(`${before}x`);
  const [only] = existsSync(folder) ? readdirSync(folder) : [];
  return only === undefined ? undefined : onlyMatch(`${before}${only}${after}`);
}
