import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formationSchema } from '../../src/army/formation.ts';
import { fresh } from '../support/fresh-store.ts';

const army = formationSchema.parse({ name: 'duo', roles: [{ role: 'storm' }, { role: 'shadow' }] });

describe('the files of a summons', () => {
  it('are one for each role and kind beside formation.json, private', async () => {
    const { dir, store } = await fresh();
    await store.writeOutfit(army, [
      { role: 'storm', kind: 'mcp', text: '{"mcpServers":{}}' },
      { role: 'storm', kind: 'settings', text: '{"hooks":{}}' },
      { role: 'storm', kind: 'hooks', text: 'exit 0' },
      { role: 'storm', kind: 'ritual', text: 'You are storm.' },
    ]);
    expect(store.outfitPath('storm', 'mcp')).toBe(`${dir}/mcp/storm.json`);
    expect(store.outfitPath('storm', 'settings')).toBe(`${dir}/settings/storm.json`);
    expect(readFileSync(`${dir}/mcp/storm.json`, 'utf8')).toBe('{"mcpServers":{}}');
    expect(readFileSync(`${dir}/settings/storm.json`, 'utf8')).toBe('{"hooks":{}}');
    expect(readFileSync(`${dir}/hooks/storm.sh`, 'utf8')).toBe('exit 0');
    expect(readFileSync(`${dir}/rituals/storm.md`, 'utf8')).toBe('You are storm.');
    const documents = ['mcp/storm.json', 'settings/storm.json', 'formation.json'];
    for (const file of [...documents, 'hooks/storm.sh', 'rituals/storm.md']) {
      expect(statSync(`${dir}/${file}`).mode & 0o777).toBe(0o600);
    }
    expect(readdirSync(`${dir}/tmp`)).toEqual([]);
  });

  it('replace those of an earlier summons, and nothing else', async () => {
    const { dir, store } = await fresh();
    for (const role of ['storm', 'shadow']) {
      await store.writeOutfit(army, [
        { role, kind: 'mcp', text: role },
        { role, kind: 'settings', text: role },
        { role, kind: 'ritual', text: role },
      ]);
    }
    writeFileSync(`${dir}/mcp/NOTES.md`, '');
    await store.writeOutfit(army, [{ role: 'storm', kind: 'mcp', text: 'again' }]);
    expect(readdirSync(`${dir}/mcp`)).toEqual(['NOTES.md', 'storm.json']);
    expect(readdirSync(`${dir}/settings`)).toEqual([]);
    expect(readdirSync(`${dir}/rituals`)).toEqual([]);
    expect(readFileSync(`${dir}/mcp/storm.json`, 'utf8')).toBe('again');
  });

  it.each([
    ['ritual', 'a torn one', '{"state":'],
    [
      'ritual',
      'one with an unknown code',
      '{"state":"skipped","at":"2026-11-15T12:00:00Z","code":"x"}',
    ],
    ['rung', 'an empty one', ''],
  ])('in %s/ that cannot be read go to bad/: %s', async (shelf, _what, text) => {
    const { dir, store } = await fresh();
    writeFileSync(`${dir}/${shelf}/storm.json`, text);
    const read =
      shelf === 'ritual'
        ? store.statuses.readRitual('storm')
        : store.statuses.readLastRing('storm');
    expect(await read).toBeUndefined();
    expect(readdirSync(`${dir}/bad`)).toHaveLength(2);
    expect(readdirSync(`${dir}/${shelf}`)).toEqual([]);
  });
});
