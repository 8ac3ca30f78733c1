import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { overlordFormation } from '../../../src/army/overlord.ts';
import { systemClock, type Clock } from '../../../src/kit/clock.ts';
import { openFileStore } from '../../../src/store/files.ts';
import { cliWorld } from '../../support/cli-world.ts';

const DAY = 86_400_000;

async function withPast() {
  const world = cliWorld();
  const history = join(world.home, '.config', 'ovld', 'history', 'overlord');
  const dismissed = async (body: string, daysAgo: number): Promise<string> => {
    const clock: Clock = { ...systemClock, now: () => Date.now() - daysAgo * DAY };
    const store = openFileStore(join(world.home, 'relay'), { clock });
    const formation = { ...overlordFormation, folder: world.project };
    await store.init(formation);
    await store.writeOutfit(formation, []);
    const letter = { from: 'overlord', subject: 'an order', body, priority: 'normal' } as const;
    await store.mail.deliver({ ...letter, to: 'inferno' });
    await store.mail.deliver({ ...letter, to: 'storm', subject: 'another' });
    return (await store.cleanUp(history)).path ?? '';
  };
  return { ...world, dismissed };
}

describe('ovld history', () => {
  it('says that the history is empty', async () => {
    const { ovld } = cliWorld();
    expect(await ovld('history')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('No dismissed army has left mail yet'),
    });
    expect((await ovld('history', '--json')).stdout).toBe('{"armies":[]}\n');
  });

  it("lists, shows and searches; a message's control characters move no cursor", async () => {
    const { ovld, dismissed, project } = await withPast();
    await dismissed('the cache\u001b[2J is cold\nキャッシュ', 1);
    const list = await ovld('history');
    expect(list.stdout).toContain(project);
    const { armies } = JSON.parse((await ovld('history', '--json')).stdout) as {
      armies: { army: string }[];
    };
    expect(armies).toMatchObject([
      { session: 'overlord', formation: 'overlord', folder: project, messages: 2, unread: 2 },
    ]);
    const shown = await ovld('history', 'show', armies[0]!.army, '--role', 'storm', '--full');
    expect(shown.stdout).toContain('overlord → storm  unread');
    expect(shown.stdout).toContain('    キャッシュ');
    expect(shown.stdout).not.toContain('inferno');
    expect(shown.stdout).not.toContain('\u001b');
    const found = await ovld('history', 'search', 'CACHE', 'キャッシュ', '--role', 'inferno');
    expect(found.stdout).toContain('overlord → inferno');
    expect(found.stdout).toContain('1 message.');
    expect(found.stdout).not.toContain('\u001b');
    const json = await ovld('history', 'search', 'cache', '--limit', '1', '--json');
    expect(JSON.parse(json.stdout)).toMatchObject({ count: 2, found: [{ army: armies[0]!.army }] });
    expect((await ovld('history', 'search', 'nothing-like-it')).code).toBe(0);
  });

  it.each([
    [['show', 'nobody'], 3],
    [['search'], 2],
    [['search', 'x', '--since', 'soon'], 2],
    [['prune', '--keep-days', '0'], 2],
    [['bogus'], 2],
  ])('%j ends with %i', async (args, code) => {
    const { ovld } = cliWorld();
    expect((await ovld('history', ...args)).code).toBe(code);
  });

  it('prunes by days, after saying what it would do; never the last unread mail of a folder', async () => {
    const { ovld, dismissed } = await withPast();
    const old = await dismissed('old', 40);
    const newer = await dismissed('newer', 20);
    const dry = await ovld('history', 'prune', '--keep-days', '10', '--dry-run');
    expect(dry.stdout).toContain(old);
    expect(existsSync(old)).toBe(true);
    const pruned = await ovld('history', 'prune', '--keep-days', '10', '--json');
    expect(JSON.parse(pruned.stdout)).toMatchObject({ removed: [{ path: old }], kept: 1 });
    expect([existsSync(old), existsSync(newer)]).toEqual([false, true]);
    expect((await ovld('history', 'prune', '--keep-days', '10')).stdout).toContain('0 armies');
  });
});
