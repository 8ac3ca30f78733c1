// Which files of src/ are in which file of dist/. All paths are written out and checked, so that moving a
// file either changes nothing in a bundle or fails the build.
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * `alone`: a command without the parser; `bin.ts` gives it words that are plain. `packages`: all that may be
 * in the bundle of node_modules. `never`: beginnings of the paths of src/ that must not be in it.
 */
const BUNDLES = {
  ovld: { entry: 'src/bin.ts', packages: [], never: ['src/cli/commands/', 'src/cli/app.ts'] },
  app: { entry: 'src/cli/app.ts', packages: ['commander', 'minisearch', 'yaml', 'zod'], never: [] },
  relay: {
    entry: 'src/cli/commands/relay.ts',
    alone: true,
    packages: ['zod'],
    never: ['src/dashboard/', 'src/demo/', 'src/mock-agent/', 'src/lookout/', 'src/doctor/'],
  },
  status: {
    entry: 'src/cli/commands/status.ts',
    alone: true,
    packages: ['yaml', 'zod'],
    never: ['src/dashboard/', 'src/demo/', 'src/mock-agent/', 'src/mcp/', 'src/work/'],
  },
  'mock-agent': {
    entry: 'src/cli/commands/mock-agent.ts',
    alone: true,
    packages: [],
    never: ['src/demo/', 'src/store/', 'src/mux/', 'src/relay/', 'src/summon/', 'src/mcp/'],
  },
  complete: {
    entry: 'src/cli/complete.ts',
    packages: [],
    never: ['src/cli/commands/', 'src/i18n/'],
  },
  yaml: { entry: 'src/yaml/yaml-text.ts', packages: ['yaml'], never: [] },
  work: { entry: 'src/compose/work.ts', packages: ['minisearch', 'yaml', 'zod'], never: [] },
  notify: { entry: 'src/machine/notify.ts', packages: [], never: [] },
  'terminal-dashboard': {
    entry: 'src/dashboard/terminal/terminal-dashboard.ts',
    packages: [],
    never: ['src/dashboard/web/'],
  },
  'web-dashboard': {
    entry: 'src/dashboard/web/web-dashboard.ts',
    packages: ['zod'],
    never: ['src/dashboard/terminal/'],
  },
};

/**
 * Files whose `import()`s are imports in a bundle, where there is nothing to load later: so only what is
 * used of the imported file comes along. Otherwise all of zod would, in every language.
 */
const IMPORT_AT_ONCE = [
  'src/agent/open.ts',
  'src/config/read-yaml.ts',
  'src/mux/open.ts',
  'src/store/open.ts',
];

/** Bundles that an `import()` of their entry loads when it is needed: a relay that only carries messages needs none. */
const APART = ['yaml', 'work', 'notify', 'terminal-dashboard', 'web-dashboard'];

/** Files that stay in the bundle of their importer, and are evaluated at their first `import()`. */
const EVALUATED_LATER = ['src/compose/history.ts', 'src/work/search-index.ts'];

export const commandsAlone = Object.keys(BUNDLES).filter((name) => BUNDLES[name].alone);

/** Whether a file of the build is what `ovld` loads for a command of its own. */
export const isAlone = (path) => commandsAlone.some((name) => path.endsWith(`/${name}.js`));

/** The entry of `bin.ts`, and those of all it loads. */
export const [binEntry, programEntries] = [
  { ovld: BUNDLES.ovld.entry },
  Object.fromEntries(
    Object.entries(BUNDLES)
      .filter(([name]) => name !== 'ovld')
      .map(([name, { alone, entry }]) => [name, alone ? `alone:${name}` : entry]),
  ),
];

const named = [
  ...Object.values(BUNDLES).map(({ entry }) => entry),
  ...IMPORT_AT_ONCE,
  ...EVALUATED_LATER,
];
for (const path of named) {
  if (!existsSync(join(root, path))) {
    throw new Error(`scripts/bundles.mjs names ${path}, which is not there`);
  }
}

const fromRoot = (path) => relative(root, path);

export const dynamicImports = {
  name: 'dynamic-imports',
  setup({ onLoad, onResolve }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      if (!IMPORT_AT_ONCE.includes(fromRoot(path))) return undefined;
      const heads = [];
      const body = readFileSync(path, 'utf8').replaceAll(/import\('([^']+)'\)/g, (_, from) => {
        heads.push(`import * as part${heads.length} from '${from}';`);
        return `Promise.resolve(part${heads.length - 1})`;
      });
      if (heads.length === 0) throw new Error(`${fromRoot(path)} has no import() any more`);
      return { contents: [...heads, body].join('\n'), loader: 'ts' };
    });
    onResolve({ filter: /\.ts$/ }, ({ kind, path, resolveDir }) => {
      if (kind !== 'dynamic-import') return undefined;
      const wanted = fromRoot(join(resolveDir, path));
      const name = APART.find((one) => BUNDLES[one].entry === wanted);
      return name === undefined ? undefined : { path: `./${name}.js`, external: true };
    });
  },
};

const PACKAGE = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)\//;

/** Fails where a bundle holds what it must not, or an `import()` is in none of the lists above. */
export function checkBundles({ inputs, outputs }) {
  const faults = [];
  for (const [path, { imports }] of Object.entries(inputs)) {
    if (PACKAGE.test(path)) continue;
    for (const one of imports) {
      if (one.kind !== 'dynamic-import' || one.external) continue;
      if (!EVALUATED_LATER.includes(one.path)) faults.push(`${path} imports ${one.path} on demand`);
    }
  }
  for (const [path, { inputs: files }] of Object.entries(outputs)) {
    const name = /([^/]+)\.js$/.exec(path)?.[1] ?? '';
    const { entry, alone, packages, never } = BUNDLES[name];
    const others = alone ? ['src/cli/app.ts', 'src/cli/commands/'] : [];
    for (const file of Object.keys(files)) {
      const [, own] = PACKAGE.exec(file) ?? [];
      const isForeign = [...never, ...others].some((start) => file.startsWith(start));
      if (own === undefined ? isForeign && file !== entry : !packages.includes(own)) {
        faults.push(`${name}.js contains ${file}`);
      }
    }
    if (!(entry in files)) faults.push(`${name}.js does not contain ${entry}`);
  }
  if (faults.length > 0) throw new Error(`scripts/bundles.mjs:\n  ${faults.join('\n  ')}`);
}

const escapeUnit = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * A source of ASCII alone takes V8 half the memory, and a relay's start a garbage collection less. esbuild
 * escapes everything but regular expressions; in a raw template an escape would be another text.
 */
export function toAscii(text) {
  if (/\braw`[^`]*[^\0-\x7f]/.test(text)) throw new Error('a raw template is not ASCII');
  return text.replaceAll(/[^\0-\x7f]/g, escapeUnit);
}
