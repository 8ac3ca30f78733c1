import { HUMAN } from '../../army/human.ts';
import { roleSchema } from '../../army/role.ts';
import { textsFor } from '../../i18n/explain.ts';
import type { Language } from '../../i18n/texts.ts';
import type { Lookout } from '../../lookout/lookout.ts';
import { documentIdSchema } from '../../work/fields.ts';
import { messageId, type WrongShape } from './acts.ts';
import type { Inbox } from './wire.ts';

const HITS = 20;
const QUERY_CHARACTERS = 500;

type Look = (
  lookout: Lookout,
  asked: URLSearchParams,
  language: Language,
) => Promise<object | WrongShape>;

const lookAtLetter: Look = async (lookout, asked) => {
  const to = roleSchema.safeParse(asked.get('to'));
  const id = messageId.safeParse(asked.get('id'));
  if (!to.success || !id.success) return { denied: 'shape', issues: 'to, id' };
  return { letter: (await lookout.letter(to.data, id.data)) ?? null };
};

/** Without the bodies of the letters (`/letter`). */
const lookAtInbox = async (lookout: Lookout): Promise<Inbox> => ({
  letters: (await lookout.inbox(HUMAN)).map(
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
  ),
});

const searchKnowledge: Look = async (lookout, asked) => {
  const text = (asked.get('q') ?? '').slice(0, QUERY_CHARACTERS).trim();
  return { hits: await lookout.search({ limit: HITS, ...(text !== '' && { text }) }) };
};

const lookAtTask: Look = async (lookout, asked) => {
  const id = documentIdSchema.safeParse(asked.get('id'));
  if (!id.success) return { denied: 'shape', issues: 'id' };
  return { task: await lookout.task(id.data) };
};

/** What the page asks for besides events, by path. */
export const looks: ReadonlyMap<string, Look> = new Map<string, Look>([
  ['/letter', lookAtLetter],
  ['/inbox', lookAtInbox],
  ['/knowledge', searchKnowledge],
  ['/task', lookAtTask],
  ['/words', async (_lookout, _asked, language) => textsFor(language).wake],
]);
