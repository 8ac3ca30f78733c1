import { expect, it } from 'vitest';
import { overlordFormation } from '../../src/army/overlord.ts';
import { backends } from '../support/backends.ts';
import { letter } from '../support/letters.ts';

it.each(backends)('$name journals one `stored` for each message it delivers [R1]', async (one) => {
  const store = one.ground().open();
  await store.init(overlordFormation);
  const sent = [];
  for (const priority of ['normal', 'urgent'] as const) {
    sent.push(await store.mail.deliver(letter({ priority })));
  }
  const { records } = await store.journal.read();
  expect(records.map(({ at: _at, ...event }) => event)).toEqual(
    sent.map(({ id, from, to, priority }) => ({ event: 'stored', id, from, to, priority })),
  );
});
