import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { overlordFormation } from '../../src/army/overlord.ts';
import { openFileStore } from '../../src/store/files.ts';
import { backends } from '../support/backends.ts';
import { tempDir } from '../support/temp.ts';

const flag = (nonce: string) => ({ nonce, since: '' });

describe.each(backends)('the claim of an announcement, in $name', ({ ground }) => {
  async function open() {
    const here = ground();
    const store = here.open();
    await store.init(overlordFormation);
    return { store, wakes: store.wakes, others: here.open().wakes };
  }

  it("is the first caller's; another may claim once it was dropped [R7]", async () => {
    const { wakes, others } = await open();
    const claims = await Promise.all([
      wakes.claim('storm', flag('0a-b'), 'socket'),
      others.claim('storm', flag('0a-b'), 'typed'),
    ]);
    expect(claims.toSorted()).toEqual([false, true]);
    const by = claims[0] ? 'socket' : 'typed';
    expect(await others.readAnnouncement('storm', flag('0a-b'))).toMatchObject({ by });
    expect(await wakes.readAnnouncement('storm', flag('0a-c'))).toBeUndefined();
    expect(await wakes.readAnnouncement('inferno', flag('0a-b'))).toBeUndefined();
    await wakes.dropClaim('storm', flag('0a-b'));
    await wakes.dropClaim('storm', flag('0a-b'));
    expect(await others.claim('storm', flag('0a-b'), 'hook:stop')).toBe(true);
  });

  it('is forgotten with the next flag, not with its own: a hook may come late [R2 R7]', async () => {
    const { store, wakes } = await open();
    const raise = async () => {
      await store.mail.raiseFlag('storm');
      return (await store.mail.readFlag('storm')) ?? flag('');
    };
    await wakes.claim('inferno', flag('0a-b'), 'socket');
    const first = await raise();
    await wakes.claim('storm', first, 'socket');
    await store.mail.clearFlag('storm');
    expect(await wakes.claim('storm', first, 'hook:tool')).toBe(false);
    const second = await raise();
    await wakes.claim('storm', second, 'socket');
    await store.mail.clearFlag('storm');
    expect(await wakes.readAnnouncement('storm', first)).toBeUndefined();
    expect(await wakes.readAnnouncement('storm', second)).toBeDefined();
    expect(await wakes.readAnnouncement('inferno', flag('0a-b'))).toBeDefined();
  });
});

describe('the files of claims and marks', () => {
  it('say nothing when ovld did not write them, and cause no error', async () => {
    const dir = tempDir();
    const store = openFileStore(dir);
    await store.init(overlordFormation);
    const { wakes } = store;
    for (const text of ['x y\n', 'A\n', `${'a'.repeat(300)}\n`, '\u001b[2J\n']) {
      writeFileSync(join(dir, 'told/storm/0a-b'), text);
      expect(await wakes.readAnnouncement('storm', flag('0a-b'))).toBeUndefined();
      writeFileSync(join(dir, 'heard/storm'), text);
      expect(await wakes.readLastHeard('storm')).toBeUndefined();
    }
    expect(await wakes.claim('storm', flag('0a-b'), 'socket')).toBe(false);
    writeFileSync(join(dir, 'elsewhere'), 'a.1\n');
    symlinkSync(join(dir, 'elsewhere'), join(dir, 'heard/inferno'));
    expect(await wakes.readLastHeard('inferno')).toBeUndefined();
    mkdirSync(join(dir, 'told/shadow/0a-b'));
    expect(await wakes.readAnnouncement('shadow', flag('0a-b'))).toBeUndefined();
    await store.mail.clearFlag('shadow');
  });

  it('that a hook is just writing count as a hook’s [R7]', async () => {
    const dir = tempDir();
    const store = openFileStore(dir);
    await store.init(overlordFormation);
    writeFileSync(join(dir, 'told/storm/0a-b'), '');
    expect(await store.wakes.readAnnouncement('storm', flag('0a-b'))).toMatchObject({
      by: 'hook:telling',
    });
    const asked = store.wakes.readAnnouncement('storm', flag('0a-b'));
    setTimeout(() => writeFileSync(join(dir, 'told/storm/0a-b'), 'hook:tool\n'), 20);
    expect(await asked).toMatchObject({ by: 'hook:tool' });
  });

  it('are not written for a nonce that could leave the directory', async () => {
    const dir = tempDir();
    const store = openFileStore(dir);
    await store.init(overlordFormation);
    expect(await store.wakes.claim('storm', flag('../x'), 'socket')).toBe(true);
    expect(await store.wakes.readAnnouncement('storm', flag('../x'))).toBeUndefined();
    await store.wakes.dropClaim('storm', flag('../x'));
  });
});
