// Bundles src/ into dist/: ovld.js (the bin), index.mjs (the library), and what they load lazily.
import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import {
  binEntry,
  checkBundles,
  commandsAlone,
  dynamicImports,
  isAlone,
  programEntries,
  toAscii,
} from './bundles.mjs';
import { commandsForEsbuild } from './command-modules.mjs';
import { buildPage } from './page-bundle.mjs';
import { yamlForEsbuild } from './yaml-module.mjs';
import { keepPublicTypes } from './public-types.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
// Built beside and swapped in: a program that runs from dist/ meanwhile never finds half of it.
const out = `dist.${process.pid}`;

/** A relay's usual first requests, so that what they compile is in the cache. */
function warmRelay() {
  const call = (id, method, params) => JSON.stringify({ jsonrpc: '2.0', id, method, params });
  const clientInfo = { name: 'warm', version: '1' };
  const lines = [
    call(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }),
    call(2, 'tools/list', {}),
    call(3, 'tools/call', {
      name: 'send_message',
      arguments: { to: 'storm', subject: 's', body: 'b' },
    }),
    call(4, 'tools/call', { name: 'check_inbox', arguments: {} }),
  ];
  const child = warm('relay');
  let replies = 0;
  createInterface({ input: child.stdout }).on('line', () => {
    replies += 1;
    if (replies === lines.length) child.stdin.end();
  });
  child.stdin.write(`${lines.join('\n')}\n`);
  return ended(child);
}

/** Every command's help and the completion's tree: what bin.ts says without loading the parser. */
function writeBooks() {
  const { completionBook, helpBook } = createRequire(import.meta.url)(`${root}${out}/app.js`);
  mkdirSync(`${root}${out}/help`);
  for (const language of ['en', 'ja']) {
    const file = `${root}${out}/help/${language}`;
    writeFileSync(`${file}.json`, JSON.stringify(helpBook(language)));
    writeFileSync(`${file}.tree.json`, JSON.stringify(completionBook(language)));
  }
}

const warm = (bundle) =>
  spawn(process.execPath, [`${root}scripts/warm.mjs`, `${root}${out}`, bundle], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });

const ended = (child) =>
  new Promise((resolve, reject) => {
    child.stdout.resume();
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${child.spawnargs.at(-1)} did not run`)),
    );
  });

const common = {
  absWorkingDir: root,
  outdir: out,
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  minify: true,
  legalComments: 'none',
  metafile: true,
};

// CommonJS, because it starts faster (src/kit/cached-script.ts).
const commonjs = {
  ...common,
  format: 'cjs',
  define: {
    'import.meta.dirname': '__dirname',
    COMMANDS_ALONE: JSON.stringify(commandsAlone),
  },
};

const [bin, program, library] = await Promise.all([
  build({ ...commonjs, entryPoints: binEntry }),
  build({
    ...commonjs,
    entryPoints: programEntries,
    // A script from the cache has `require`, and no other way to load another.
    supported: { 'dynamic-import': false },
    plugins: [yamlForEsbuild, commandsForEsbuild, dynamicImports],
  }),
  build({
    ...common,
    entryPoints: { index: 'src/index.ts' },
    format: 'esm',
    plugins: [yamlForEsbuild],
    outExtension: { '.js': '.mjs' },
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
  }),
  buildPage(`${root}${out}/page`),
]);
for (const { metafile } of [bin, program]) checkBundles(metafile);
// What is only asked for its default is asked for it: the interop of esbuild copies a hundred names of
// node:fs for each file that imports it, at the start of every relay.
for (const path of [bin, program].flatMap(({ metafile }) => Object.keys(metafile.outputs))) {
  const text = readFileSync(`${root}${path}`, 'utf8');
  const plain = text.replaceAll(/[\w$]+\((require\("node:(?:fs|module)"\)),1\)/g, '{default:$1}');
  writeFileSync(`${root}${path}`, isAlone(path) ? toAscii(plain) : plain);
}
writeFileSync(`${root}${out}/package.json`, '{ "type": "commonjs" }\n');
const built = [bin, program, library];
const outputs = Object.assign({}, ...built.map(({ metafile }) => metafile.outputs));
const named = Object.entries(outputs).map(([path, output]) => [path.replace(out, 'dist'), output]);
writeFileSync(`${root}${out}/meta.json`, JSON.stringify({ outputs: Object.fromEntries(named) }));
chmodSync(`${root}${out}/ovld.js`, 0o755);
writeBooks();
await warmRelay();
await ended(warm('app'));
await ended(warm('status'));
await ended(warm('mock-agent'));
if (!process.argv.includes('--no-types')) {
  execFileSync(
    process.execPath,
    [
      `${root}node_modules/typescript/bin/tsc`,
      '-p',
      'tsconfig.build.json',
      '--outDir',
      `${out}/types`,
    ],
    {
      cwd: root,
      stdio: 'inherit',
    },
  );
  keepPublicTypes(`${root}${out}/types`);
}
for (let attempt = 0; ; attempt += 1) {
  const old = `${root}${out}.old`;
  try {
    if (existsSync(`${root}dist`)) renameSync(`${root}dist`, old);
    renameSync(`${root}${out}`, `${root}dist`);
    rmSync(old, { recursive: true, force: true });
    break;
  } catch (error) {
    // Another build swapped its own in at this very moment.
    if (attempt === 10) throw error;
    rmSync(old, { recursive: true, force: true });
  }
}
