import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Asset } from './server.ts';

const FILES = {
  'page.js': 'text/javascript; charset=utf-8',
  'page.css': 'text/css; charset=utf-8',
  'icon.svg': 'image/svg+xml',
} as const;

/** The files of the page, as the build left them; nothing else of that folder is ever given away. */
export async function loadAssets(dir: string): Promise<ReadonlyMap<string, Asset>> {
  const entries = Object.entries(FILES).map(
    async ([name, type]) => [`/${name}`, { type, body: await readFile(join(dir, name)) }] as const,
  );
  return new Map(await Promise.all(entries));
}
