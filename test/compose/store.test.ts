import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { overlordFormation } from '../../src/army/overlord.ts';
import { openStoreOf } from '../../src/compose/store.ts';
import { letter } from '../support/letters.ts';
import { tempDir } from '../support/temp.ts';

const army = (store: 'files' | 'queue', folder?: string) => ({
  ...overlordFormation,
  store,
  ...(folder !== undefined && { folder }),
});

describe('the store of a relay directory', () => {
  it.each(['files', 'queue'] as const)(
    'is of the kind that its formation names: %s',
    async (kind) => {
      const [dir, folder] = [join(tempDir(), 'relay'), tempDir()];
      const formation = army(kind, folder);
      // Summon knows before there is anything to read; every other process reads what summon left.
      const first = await openStoreOf(dir, formation);
      await first.init(formation);
      await first.writeOutfit(formation, []);
      const later = await openStoreOf(dir);
      const { id } = await later.mail.deliver(letter());
      expect(id.startsWith('msg_')).toBe(kind === 'queue');
      expect(existsSync(join(folder, '.ovld/queue/inbox/strategist.yaml'))).toBe(kind === 'queue');
      expect(await first.mail.hasUnread('strategist')).toBe(true);
    },
  );

  it('is a store of files when the formation cannot be read', async () => {
    const dir = tempDir();
    expect(await (await openStoreOf(dir)).readFormation()).toBeUndefined();
    mkdirSync(join(dir, 'relay'));
    writeFileSync(join(dir, 'relay', 'formation.json'), '{"name":');
    const store = await openStoreOf(join(dir, 'relay'));
    await store.init(army('queue'));
    expect((await store.mail.deliver(letter())).id).not.toMatch(/^msg_/);
    const homeless = await openStoreOf(join(dir, 'relay'), army('queue'));
    expect((await homeless.mail.deliver(letter())).id).not.toMatch(/^msg_/);
  });
});
