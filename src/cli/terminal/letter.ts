import fs from 'node:fs';
import type { Env } from '../../config/env.ts';
import { OvldError } from '../../errors.ts';
import { BODY_BYTES, BODY_ENCODED_BYTES } from '../../message/message.ts';
import { discardFile, editorOf, readTextIfThere, writeLetterFile } from './editor.ts';
import { lendTerminal } from './terminal.ts';

/** What a person wrote. `file` is where they wrote it, until they need it no more. */
export interface Written {
  text: string;
  /** They left their editor by an error (`:cq`): it is not to be sent. */
  aborted?: boolean;
  file?: string;
}

/** What a person reads where they write in their editor, and where there is none. */
export interface Editing {
  instructions: readonly string[];
  noEditor: (program: string) => { message: string; hint: string };
}

const STDIN = '-';

/** From the command line; else from what is piped in; else from an editor, where there is a terminal. */
export async function readLetter(
  env: Env,
  words: readonly string[],
  editing: Editing,
): Promise<Written> {
  if (words.length > 0 && !(words.length === 1 && words[0] === STDIN)) {
    return { text: words.join(' ') };
  }
  const { stdin, stdout } = process;
  if (words.length === 0 && stdin.isTTY && stdout.isTTY) return writeInEditor(env, editing);
  return { text: withoutLastNewlines(await readAll(stdin)) };
}

/** More than any message may be: of what is longer nothing further is read. */
const MOST_BYTES = 2 * BODY_ENCODED_BYTES;

async function readAll(input: AsyncIterable<unknown>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of input) {
    const piece = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    bytes += piece.length;
    // An input without an end must not be waited for.
    if (bytes > MOST_BYTES)
      throw new OvldError('body_too_long', { bytes: MOST_BYTES, limit: BODY_BYTES, more: true });
    chunks.push(piece);
  }
  return Buffer.concat(chunks).toString('utf8');
}

async function writeInEditor(env: Env, { instructions, noEditor }: Editing): Promise<Written> {
  const notes = [CUT_LINE, ...instructions.map((line) => `# ${line}`)];
  const file = writeLetterFile(`\n\n${notes.join('\n')}\n`);
  const [program, ...args] = editorOf(env);
  try {
    const code = await lendTerminal({ program, args: [...args, file] }, env);
    const text = withoutNotes(readTextIfThere(file) ?? '', notes);
    // It may be kept, and sent from there.
    if (text.trim() !== '') fs.writeFileSync(file, `${text}\n`, { mode: 0o600 });
    return { text, aborted: code !== 0, file };
  } catch (error) {
    discardFile(file);
    const isMissing = error instanceof OvldError && error.code === 'mux_missing';
    throw isMissing ? new OvldError('refused', noEditor(program)) : error;
  }
}

/** As git has it: nothing from here on is meant. A line of the letter may well begin with `#`. */
const CUT_LINE = '# ------------------------ >8 ------------------------';

/** The letter alone, also where its writer took the line away that parts it from the notes. */
function withoutNotes(text: string, notes: readonly string[]): string {
  const lines = text.split(/\r?\n/);
  const end = lines.indexOf(CUT_LINE);
  const above = end < 0 ? lines.filter((line) => !notes.includes(line)) : lines.slice(0, end);
  return above
    .join('\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();
}

/** It was sent: the file it was written in goes. */
export function discardLetter({ file }: Written): void {
  if (file !== undefined) discardFile(file);
}

const withoutLastNewlines = (text: string): string => text.replace(/(?:\r?\n)+$/, '');
