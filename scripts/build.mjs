// Bundles src/ into dist/: ovld.js (the bin), index.js (the library), and what they load lazily.
import { execFileSync } from 'node:child_process';
import { chmodSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
// Built beside and swapped in: whoever runs dist/ meanwhile never finds half of it.
const out = `dist.${process.pid}`;

/**
 * The SDK's default JSON Schema validator (ajv) is only used to check a client's answers to
 * elicitation, which ovld never asks for. Left out, it saves each relay 25 ms and 2 MB at its start.
 */
const withoutAjv = {
  name: 'without-ajv',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, () => ({
      path: 'shims',
      namespace: 'without-ajv',
    }));
    onLoad({ filter: /.*/, namespace: 'without-ajv' }, () => ({
      contents: `
        export { default as process } from 'node:process';
        export class DefaultJsonSchemaValidator {
          getValidator() { throw new Error('ovld asks clients for nothing'); }
        }`,
      resolveDir: root,
    }));
  },
};

const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: { ovld: 'src/bin.ts', index: 'src/index.ts' },
  outdir: out,
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  minify: true,
  legalComments: 'none',
  chunkNames: 'chunks/[name]-[hash]',
  metafile: true,
  plugins: [withoutAjv],
  banner: {
    js: "import{createRequire as __ovldRequire}from'node:module';const require=__ovldRequire(import.meta.url);",
  },
});
writeFileSync(`${root}${out}/meta.json`, JSON.stringify(metafile));
chmodSync(`${root}${out}/ovld.js`, 0o755);
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
}
rmSync(`${root}dist`, { recursive: true, force: true });
renameSync(`${root}${out}`, `${root}dist`);
