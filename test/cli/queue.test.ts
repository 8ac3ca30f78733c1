import { expect, it } from 'vitest';
import { queueWriteCommand } from '../../src/cli/commands/queue.ts';
import { explain } from '../../src/i18n/explain.ts';

it.each(['', ' \n'])(
  'an empty message is refused before anything is made (%j)',
  async (message) => {
    const flags = { type: 'wake_up', from: 'envoy' } as const;
    const error: unknown = await queueWriteCommand({}, 'en', 'marshall', message, flags).catch(
      (one: unknown) => one,
    );
    expect(explain(error, 'en')).toMatchObject({ code: 'usage', what: 'the message is empty' });
  },
);
