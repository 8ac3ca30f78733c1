import { appendFileSync, readFileSync, rmSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { overlordFormation } from '../../src/army/overlord.ts';
import { rolesOf } from '../../src/army/formation.ts';
import { readyRelay } from '../support/relay-process.ts';
import { tempDir } from '../support/temp.ts';

interface JournalRecord {
  at: string;
  event: string;
  id?: string;
  from?: string;
}

/** As a reader of evidence does it: what does not parse is skipped, and counted. */
function readJournal(dir: string): { records: JournalRecord[]; torn: string[] } {
  const records: JournalRecord[] = [];
  const torn: string[] = [];
  for (const line of readFileSync(join(dir, 'journal.jsonl'), 'utf8').split('\n')) {
    if (line === '') continue;
    try {
      records.push(JSON.parse(line) as JournalRecord);
    } catch {
      torn.push(line);
    }
  }
  return { records, torn };
}

describe('the journal', () => {
  it('[N3] loses a torn record and not the one after it', async () => {
    const dir = join(tempDir(), 'relay');
    const relay = await readyRelay(dir, 'overlord');
    const send = async (): Promise<unknown> => {
      const letter = { to: 'storm', subject: 's', body: 'b' };
      return (await relay.call('send_message', letter)).data['id'];
    };
    const first = await send();
    // What a writer leaves that is killed within its write.
    const half = '\n{"at":"2026-11-15T12:00:00.000Z","event":"stored","id":"0mwh';
    appendFileSync(join(dir, 'journal.jsonl'), half);
    const second = await send();
    appendFileSync(join(dir, 'journal.jsonl'), '\n');
    const third = await send();
    const { records, torn } = readJournal(dir);
    expect(torn).toEqual([half.slice(1)]);
    const stored = records.filter(({ event }) => event === 'stored');
    expect(stored.map(({ id }) => id)).toEqual([first, second, third]);
  });

  it('[N3] of six writers at once is whole, record by record', async () => {
    const dir = join(tempDir(), 'relay');
    const roles = rolesOf(overlordFormation);
    const relays = await Promise.all(roles.map((role) => readyRelay(dir, role)));
    const ROUNDS = 25;
    await Promise.all(
      relays.flatMap((relay) =>
        Array.from({ length: ROUNDS }, async () => {
          await relay.call('broadcast', { subject: 's', body: 'b' });
          await relay.call('check_inbox');
        }),
      ),
    );
    const { records, torn } = readJournal(dir);
    expect(torn).toEqual([]);
    const stored = records.filter(({ event }) => event === 'stored');
    expect(stored).toHaveLength(roles.length * (roles.length - 1) * ROUNDS);
    expect(new Set(stored.map(({ id }) => id)).size).toBe(stored.length);
    for (const { at } of records) expect(at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/);
  });

  it('[R1] that cannot be written costs no message', async () => {
    const dir = join(tempDir(), 'relay');
    const relay = await readyRelay(dir, 'overlord');
    rmSync(join(dir, 'journal.jsonl'), { force: true });
    mkdirSync(join(dir, 'journal.jsonl'));
    const letter = { to: 'overlord', subject: 's', body: 'no evidence' };
    const sent = await relay.call('send_message', letter);
    expect(sent.data).toMatchObject({ delivered: true });
    const { data } = await relay.call('check_inbox');
    expect(data['messages']).toMatchObject([{ body: 'no evidence' }]);
    expect(relay.stderr()).toBe('');
  });
});
