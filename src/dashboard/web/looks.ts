import type { ServerResponse } from 'node:http';
import { roleSchema } from '../../army/role.ts';
import type { Language } from '../../i18n/texts.ts';
import type { Lookout } from '../../lookout/lookout.ts';
import { paperIdSchema } from '../../work/fields.ts';
import { messageId } from './acts.ts';
import { deny, replyJson } from './respond.ts';

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
