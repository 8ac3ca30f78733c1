import * as z from 'zod/mini';
import { roleSchema, type Role } from '../../army/role.ts';
import { explain, textsFor } from '../../i18n/explain.ts';
import type { Language } from '../../i18n/texts.ts';
import { webTexts } from '../../i18n/web.ts';
import type { Lookout } from '../../lookout/lookout.ts';
import { MESSAGE_ID, priorities } from '../../relay/message.ts';
import type { Sent } from '../../relay/send.ts';
import type { Act } from './wire.ts';

export const messageId = z.string().check(z.regex(MESSAGE_ID));
const aboutRole = z.strictObject({ role: roleSchema });

const schemas = {
  send: z.strictObject({
    /** A role, or `all`. */
    to: roleSchema,
    subject: z.string(),
    body: z.string(),
    priority: z._default(z.enum(priorities), 'normal'),
  }),
  take: z.strictObject({ ids: z.array(messageId).check(z.minLength(1), z.maxLength(1000)) }),
  ring: aboutRole,
  hold: aboutRole,
  release: aboutRole,
  show: aboutRole,
} as const;

type Given<A extends Act> = z.infer<(typeof schemas)[A]>;
export type Acted = { told: string } | Partly | { denied: 'shape'; issues: string };

/** Some have it, these have not: whoever wrote it keeps it for them. */
interface Partly {
  told: string;
  failed: readonly Role[];
}

/** What a person does from the page; the answer is a sentence in the page's language. */
export async function act(
  lookout: Lookout,
  language: Language,
  name: Act,
  value: unknown,
): Promise<Acted> {
  const given = schemas[name].safeParse(value);
  if (!given.success) {
    const issues = given.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    return { denied: 'shape', issues: issues.join('; ') };
  }
  const did = await acts[name](lookout, language, given.data as never);
  return typeof did === 'string' ? { told: did } : did;
}

const acts: {
  [A in Act]: (lookout: Lookout, language: Language, given: Given<A>) => Promise<string | Partly>;
} = {
  async send(lookout, language, { to, ...letter }) {
    if (to !== 'all') return wakeOf(await lookout.send(to, letter), to, language);
    const outcomes = await lookout.sendAll(letter);
    const failed = outcomes.flatMap((one) => (one.delivered ? [] : [one]));
    const texts = textsFor(language);
    const told = [
      webTexts[language].done.sentAll(outcomes.length - failed.length, outcomes.length),
      ...failed.map(({ to: role, error }) => texts.notSent(role, explain(error, language).what)),
    ].join(' ');
    return failed.length === 0 ? told : { told, failed: failed.map(({ to: role }) => role) };
  },
  async take(lookout, language, { ids }) {
    return webTexts[language].done.taken(await lookout.take(ids));
  },
  ring: (lookout, language, { role }) => said(lookout.ring(role), language, 'ring', role),
  hold: (lookout, language, { role }) => said(lookout.hold(role), language, 'hold', role),
  release: (lookout, language, { role }) => said(lookout.release(role), language, 'release', role),
  async show(lookout, language, { role }) {
    await lookout.show(role);
    return webTexts[language].done.shown(role);
  },
};

async function said(
  doing: Promise<boolean>,
  language: Language,
  name: 'ring' | 'hold' | 'release',
  role: Role,
): Promise<string> {
  return webTexts[language].done[name](role, await doing);
}

function wakeOf({ wake }: Sent, to: Role, language: Language): string {
  const texts = textsFor(language);
  const woken =
    typeof wake === 'string'
      ? texts[wake]
      : webTexts[language].done.notWoken(texts.wake[wake.failed]);
  return `${webTexts[language].done.sent(to)} ${woken}`;
}
