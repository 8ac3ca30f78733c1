import fs from 'node:fs';
import type { Env } from '../../config/env.ts';
import { OvldError } from '../../errors.ts';
import { BODY_BYTES, BODY_ENCODED_BYTES } from '../../relay/message.ts';
import { discardFile, editorOf, letterFile } from '../letter-file.ts';
import { lendTerminal } from '../terminal.ts';

/** What a person wrote. `file` is where they wrote it, until they need it no more. */
export interface Written {
  text: string;
  /** They left their editor by an error (`:cq`): it is not to be sent. */
  aborted?: boolean;
  file?: string;
}

const STDIN = '-';

/** From the command line; else from what is piped in; else from an editor, where there is a terminal. */
export async function whatIsWritten(env: Env, words: readonly string[]): Promise<Written> {
  if (words.length > 0 && !(words.length === 1 && words[0] === STDIN)) {
    return { text: words.join(' ') };
  }
  const { stdin, stdout } = process;
  if (words.length === 0 && stdin.isTTY && stdout.isTTY) return inEditor(env);
  return { text: withoutEnd(await readAll(stdin)) };
}

/** More than any message may be: of what is longer nothing further is read. */
const MOST_BYTES = 2 * BODY_ENCODED_BYTES;

async function readAll(input: AsyncIterable<unknown>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of input) {
    const piece = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    bytes += piece.length;
    // Whoever writes without an end is not waited for.
    if (bytes > MOST_BYTES)
      throw new OvldError('body_too_long', { bytes: MOST_BYTES, limit: BODY_BYTES, more: true });
    chunks.push(piece);
  }
  return Buffer.concat(chunks).toString('utf8');
}

async function inEditor(env: Env): Promise<Written> {
  const file = letterFile('');
  const [program, ...args] = editorOf(env);
  try {
    const code = await lendTerminal({ program, args: [...args, file] }, env);
    return { text: withoutEnd(fs.readFileSync(file, 'utf8')), aborted: code !== 0, file };
  } catch (error) {
    discard({ text: '', file });
    throw error;
  }
}

/** It was sent: the file it was written in goes. */
export function discard({ file }: Written): void {
  if (file !== undefined) discardFile(file);
}

const withoutEnd = (text: string): string => text.replace(/(?:\r?\n)+$/, '');
