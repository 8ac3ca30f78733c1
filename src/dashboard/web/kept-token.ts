import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { nodeDisk, replaceFile } from '../../kit/disk.ts';

const TOKEN_BYTES = 24;
const TOKEN = /^[\w-]{32}$/;

export const createToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/**
 * The token of an army's page at one port, kept in the army's relay directory: a dashboard that is started
 * again lets in the pages of the one before, and the token ends with the army. Where it cannot be kept, or
 * what is there is no token, the page gets a new one.
 */
export async function keepToken(relayDir: string, port: number): Promise<string> {
  const dir = join(relayDir, 'web');
  const path = join(dir, String(port));
  const token = createToken();
  try {
    await nodeDisk.mkdir(dir, { parents: false });
    // A link in its place could lead anywhere.
    if ((await nodeDisk.stat(dir))?.kind !== 'dir') return token;
    const kept = await nodeDisk.read(path, TOKEN_BYTES * 2).catch(() => '');
    if (TOKEN.test(kept)) return kept;
    await replaceFile(nodeDisk, `${path}.${process.pid}`, path, token);
  } catch {
    // The next dashboard has another token then; this one shows the army all the same.
  }
  return token;
}
