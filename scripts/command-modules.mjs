// The commands of the program are the files of src/cli/commands: there is no other list of them.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const dir = fileURLToPath(new URL('../src/cli/commands/', import.meta.url));
const alone = fileURLToPath(new URL('../src/cli/alone.ts', import.meta.url));
const text = (value) => JSON.stringify(value);

/** `virtual:commands`: every command by its name, which is its file's. */
function listModule() {
  const names = readdirSync(dir).flatMap((file) => /^([a-z-]+)\.ts$/.exec(file)?.[1] ?? []);
  return [
    ...names.map((name, i) => `import { command as c${i} } from ${text(join(dir, `${name}.ts`))};`),
    `export const commands = { ${names.map((name, i) => `${text(name)}: c${i}`).join(', ')} };`,
  ].join('\n');
}

/** `alone:<name>`: one command without the parser, for a bundle of its own. */
const aloneModule = (name) => `
  import { command } from ${text(join(dir, `${name}.ts`))};
  import { runAlone } from ${text(alone)};
  export const run = (words) => runAlone(command, words);`;

export const commandsForEsbuild = {
  name: 'command-modules',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(?:virtual:commands|alone:.+)$/ }, ({ path }) => ({
      path,
      namespace: 'command-modules',
    }));
    onLoad({ filter: /./, namespace: 'command-modules' }, ({ path }) => ({
      contents: path === 'virtual:commands' ? listModule() : aloneModule(path.slice(6)),
      resolveDir: dir,
    }));
  },
};

/** The same for Vite, and with it for the tests. */
export const commandsForVite = {
  name: 'command-modules',
  resolveId: (id) => (id === 'virtual:commands' ? `\0${id}` : null),
  load: (id) => (id === '\0virtual:commands' ? listModule() : null),
};
