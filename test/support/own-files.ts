import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Places } from '../../src/config/places.ts';
import { tempDir } from './temp.ts';

/** A project and a user of its own; files are named from there: `project/.ovld/…`, `user/…`. */
export function ownFiles(files: Readonly<Record<string, string | Uint8Array>> = {}): {
  places: Places;
  at: (name: string) => string;
} {
  const root = tempDir();
  const at = (name: string): string => join(root, name);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(at(name)), { recursive: true });
    writeFileSync(at(name), content);
  }
  return { places: { folder: at('project'), user: at('user') }, at };
}
