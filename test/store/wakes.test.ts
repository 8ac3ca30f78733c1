import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { overlordFormation } from '../../src/army/overlord.ts';
import { openFileStore } from '../../src/store/files.ts';
import { backends } from '../support/backends.ts';
import { tempDir } from '../support/temp.ts';

const flag = (nonce: string) => ({ nonce, since: '' });

describe.each(backends)('who has told of a wake, in $name', ({ ground }) => {
  async function open() {
    const here = ground();
    const store = here.open();
    await store.init(overlordFormation);
    return { store, wakes: store.wakes, others: here.open().wakes };
  }

  it('is the one that claims it first; others may once it has given that up [R7]', async () => {
    const { wakes, others } = await open();
    const claims = await Promise.all([
      wakes.claim('storm', flag('0a-b'), 'socket'),
      others.claim('storm', flag('0a-b'), 'typed'),
    ]);
    expect(claims.toSorted()).toEqual([false, true]);
    const by = claims[0] ? 'socket' : 'typed';
    expect(await others.told('storm', flag('0a-b'))).toMatchObject({ by });
    expect(await wakes.told('storm', flag('0a-c'))).toBeUndefined();
    expect(await wakes.told('inferno', flag('0a-b'))).toBeUndefined();
    await wakes.disclaim('storm', flag('0a-b'));
    await wakes.disclaim('storm', flag('0a-b'));
    expect(await others.claim('storm', flag('0a-b'), 'hook:stop')).toBe(true);
  });

  it('is forgotten with the next flag, not with its own: a hook may come late [R2 R7]', async () => {
    const { store, wakes } = await open();
    const raise = async () => {
      await store.mail.raise('storm');
      return (await store.mail.flag('storm')) ?? flag('');
    };
    await wakes.claim('inferno', flag('0a-b'), 'socket');
    const first = await raise();
    await wakes.claim('storm', first, 'socket');
    await store.mail.clear('storm');
    expect(await wakes.claim('storm', first, 'hook:tool')).toBe(false);
    const second = await raise();
    await wakes.claim('storm', second, 'socket');
    await store.mail.clear('storm');
    expect(await wakes.told('storm', first)).toBeUndefined();
    expect(await wakes.told('storm', second)).toBeDefined();
    expect(await wakes.told('inferno', flag('0a-b'))).toBeDefined();
  });
});

describe('claims and marks in files', () => {
  it('that are no claim or mark of ours say nothing, and stop nobody', async () => {
    const dir = tempDir();
    const store = openFileStore(dir);
    await store.init(overlordFormation);
    const { wakes } = store;
    for (const text of ['x y\n', 'A\n', `${'a'.repeat(300)}\n`, '\u001b[2J\n']) {
      writeFileSync(join(dir, 'told/storm/0a-b'), text);
      expect(await wakes.told('storm', flag('0a-b'))).toBeUndefined();
      writeFileSync(join(dir, 'heard/storm'), text);
      expect(await wakes.heard('storm')).toBeUndefined();
    }
    expect(await wakes.claim('storm', flag('0a-b'), 'socket')).toBe(false);
    writeFileSync(join(dir, 'elsewhere'), 'a.1\n');
    symlinkSync(join(dir, 'elsewhere'), join(dir, 'heard/inferno'));
    expect(await wakes.heard('inferno')).toBeUndefined();
    mkdirSync(join(dir, 'told/shadow/0a-b'));
    expect(await wakes.told('shadow', flag('0a-b'))).toBeUndefined();
    await store.mail.clear('shadow');
  });

  it('of a hook that is just writing is a hook’s [R7]', async () => {
    const dir = tempDir();
    const store = openFileStore(dir);
    await store.init(overlordFormation);
    writeFileSync(join(dir, 'told/storm/0a-b'), '');
    expect(await store.wakes.told('storm', flag('0a-b'))).toMatchObject({ by: 'hook:telling' });
    const asked = store.wakes.told('storm', flag('0a-b'));
    setTimeout(() => writeFileSync(join(dir, 'told/storm/0a-b'), 'hook:tool\n'), 20);
    expect(await asked).toMatchObject({ by: 'hook:tool' });
  });

  it('of a nonce that could leave the directory are not written', async () => {
    const dir = tempDir();
    const store = openFileStore(dir);
    await store.init(overlordFormation);
    expect(await store.wakes.claim('storm', flag('../x'), 'socket')).toBe(true);
    expect(await store.wakes.told('storm', flag('../x'))).toBeUndefined();
    await store.wakes.disclaim('storm', flag('../x'));
  });
});
