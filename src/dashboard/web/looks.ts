import type { ServerResponse } from 'node:http';
import { HUMAN } from '../../army/human.ts';
import { roleSchema } from '../../army/role.ts';
import type { Language } from '../../i18n/texts.ts';
import type { Lookout } from '../../lookout/lookout.ts';
import { paperIdSchema } from '../../work/fields.ts';
import { messageId } from './acts.ts';
import { deny, replyJson } from './respond.ts';
import type { Inbox } from './wire.ts';

const HITS = 20;
const QUERY_CHARACTERS = 500;

export async function giveLetter(
  lookout: Lookout,
  asked: URLSearchParams,
  language: Language,
  response: ServerResponse,
): Promise<void> {
  const to = roleSchema.safeParse(asked.get('to'));
  const id = messageId.safeParse(asked.get('id'));
  if (!to.success || !id.success) {
    return deny(response, 'shape', language, { issues: 'to, id' });
  }
  replyJson(response, 200, { letter: (await lookout.letter(to.data, id.data)) ?? null });
}

/** Without their texts: each is asked for when somebody opens it. */
export async function giveInbox(lookout: Lookout, response: ServerResponse): Promise<void> {
  const letters: Inbox['letters'] = (await lookout.inbox(HUMAN)).map(
    ({ id, from, subject, priority, timestamp, redelivered = 0 }) => ({
      id,
      from,
      to: HUMAN,
      subject,
      priority,
      stage: 'stored',
      storedAt: timestamp,
      rung: undefined,
      fetchedAt: undefined,
      acknowledgedAt: undefined,
      redelivered,
    }),
  );
  replyJson(response, 200, { letters } satisfies Inbox);
}

export async function giveKnowledge(
  lookout: Lookout,
  asked: URLSearchParams,
  response: ServerResponse,
): Promise<void> {
  const text = (asked.get('q') ?? '').slice(0, QUERY_CHARACTERS).trim();
  const hits = await lookout.search({ limit: HITS, ...(text !== '' && { text }) });
  replyJson(response, 200, { hits });
}

export async function giveTask(
  lookout: Lookout,
  asked: URLSearchParams,
  language: Language,
  response: ServerResponse,
): Promise<void> {
  const id = paperIdSchema.safeParse(asked.get('id'));
  if (!id.success) return deny(response, 'shape', language, { issues: 'id' });
  replyJson(response, 200, { task: await lookout.task(id.data) });
}
