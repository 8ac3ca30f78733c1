import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { keepToken } from '../../src/dashboard/web/kept-token.ts';
import { fakeLookout } from '../support/fake-lookout.ts';
import { tempDir } from '../support/temp.ts';
import { ask } from '../support/web-request.ts';
import { serve } from '../support/web-server.ts';

const TOKEN = /^[\w-]{32}$/;
const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8);

describe("the token of an army's page", () => {
  test('stays the same for one port of one army, and is its user’s alone', async () => {
    const [army, other] = [tempDir(), tempDir()];
    const token = await keepToken(army, 8765);
    expect(token).toMatch(TOKEN);
    expect(await keepToken(army, 8765)).toBe(token);
    expect(await keepToken(army, 8766)).not.toBe(token);
    expect(await keepToken(other, 8765)).not.toBe(token);
    expect(mode(join(army, 'web'))).toBe('700');
    expect(mode(join(army, 'web', '8765'))).toBe('600');
    expect(readdirSync(join(army, 'web'))).toEqual(['8765', '8766']);
  });

  test.each([
    ['nothing', ''],
    ['half of one', 'abc'],
    ['words', 'no token at all, but a rather long text'],
    ['very much', 'x'.repeat(100_000)],
  ])('is a new one where %s was kept, and stays from then on', async (_what, kept) => {
    const army = tempDir();
    mkdirSync(join(army, 'web'), { mode: 0o700 });
    writeFileSync(join(army, 'web', '8765'), kept);
    const token = await keepToken(army, 8765);
    expect(token).toMatch(TOKEN);
    expect(await keepToken(army, 8765)).toBe(token);
    expect(mode(join(army, 'web', '8765'))).toBe('600');
  });

  test('is neither read nor written through a link', async () => {
    const [army, foreign] = [tempDir(), tempDir()];
    const theirs = 'a'.repeat(32);
    writeFileSync(join(foreign, '8765'), theirs);
    symlinkSync(foreign, join(army, 'web'));
    expect(await keepToken(army, 8765)).not.toBe(theirs);
    expect(await keepToken(army, 8766)).toMatch(TOKEN);
    expect(existsSync(join(foreign, '8766'))).toBe(false);

    const second = tempDir();
    mkdirSync(join(second, 'web'));
    symlinkSync(join(foreign, '8765'), join(second, 'web', '8765'));
    expect(await keepToken(second, 8765)).not.toBe(theirs);
    expect(readFileSync(join(foreign, '8765'), 'utf8')).toBe(theirs);
  });

  test('does not need a relay directory, and makes none', async () => {
    const gone = join(tempDir(), 'gone');
    expect(await keepToken(gone, 8765)).toMatch(TOKEN);
    expect(existsSync(gone)).toBe(false);
  });
});

test('a server proves that it knows its token, and tells nothing of it', async () => {
  const nonce = 'a'.repeat(32);
  const prove = async (token: string): Promise<string> => {
    const web = await serve(fakeLookout(), { token: async () => token });
    const { status, text } = await ask(web, {
      path: `/proof?nonce=${nonce}`,
      headers: { authorization: undefined },
    });
    expect(status).toBe(200);
    expect(text).not.toContain(token);
    return (JSON.parse(text) as { proof: string }).proof;
  };
  const [one, other] = ['x'.repeat(32), 'y'.repeat(32)];
  expect(await prove(one)).toMatch(/^[0-9a-f]{64}$/);
  expect(await prove(one)).toBe(await prove(one));
  expect(await prove(one)).not.toBe(await prove(other));
});
