import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Variables } from '../agent.ts';

const MOST_BYTES = 1_048_576;

/** The folder in which the person's own `.gemini` is. */
export const personHome = ({ GEMINI_CLI_HOME: own, HOME: home }: Variables): string =>
  own || home || '/';

const settingsSchema = z.lazy(() =>
  z.object({
    mcp: z.optional(z.object({ allowed: z.optional(z.array(z.string())) })),
    policyPaths: z.optional(z.array(z.string())),
    security: z.optional(
      z.object({ folderTrust: z.optional(z.object({ enabled: z.optional(z.boolean()) })) }),
    ),
  }),
);

export type PersonSettings = z.infer<typeof settingsSchema>;

/** What of the person's settings bears on a seat; nothing where they cannot be read: Gemini CLI says so then. */
export function readSettings(home: string): PersonSettings {
  try {
    return settingsSchema.parse(readJson(join(home, '.gemini', 'settings.json')));
  } catch {
    return {};
  }
}

/** With comments, which Gemini CLI allows in its files. */
export function readJson(path: string): unknown {
  const stat = statSync(path);
  if (!stat.isFile() || stat.size > MOST_BYTES)
    throw new Error(`${path}: not a file of ours to read`);
  const text = readFileSync(path, 'utf8');
  return JSON.parse(
    text.replaceAll(STRING_OR_COMMENT, (found) => (found.startsWith('"') ? found : '')),
  );
}

const STRING_OR_COMMENT = /"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
