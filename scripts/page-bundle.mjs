// The dashboard's page as a browser is given it: one script, one style sheet, one icon.
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const page = fileURLToPath(new URL('../src/dashboard/web/page/', import.meta.url));

export async function buildPage(outdir) {
  mkdirSync(outdir, { recursive: true });
  await build({
    entryPoints: [join(page, 'page.ts'), join(page, 'page.css')],
    outdir,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2023',
    charset: 'utf8',
    legalComments: 'none',
    // Otherwise `light-dark()` is written out for browsers we do not ask for.
    supported: { nesting: true },
  });
  cpSync(join(page, 'icon.svg'), join(outdir, 'icon.svg'));
}
