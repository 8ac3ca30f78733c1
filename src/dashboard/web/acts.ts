import * as z from 'zod/mini';
import { roleSchema, type Role } from '../../army/role.ts';
import { explain, textsFor } from '../../i18n/explain.ts';
import type { Language } from '../../i18n/texts.ts';
import { webTexts } from '../../i18n/web.ts';
import type { Lookout } from '../../lookout/lookout.ts';
import { MESSAGE_ID, priorities } from '../../message/message.ts';
import { subjectFrom } from '../../message/subject.ts';
import type { Sent } from '../../relay/send.ts';
import type { Act } from './wire.ts';

export const messageId = z.string().check(z.regex(MESSAGE_ID));
const aboutRole = z.strictObject({ role: roleSchema });

const aboutArmy = z.strictObject({});

const schemas = {
  send: z.strictObject({
    /** A role, or `all`. */
    to: roleSchema,
    /** Without one, the first line of the text. */
    subject: z._default(z.string(), ''),
    body: z.string(),
    priority: z._default(z.enum(priorities), 'normal'),
  }),
  take: z.strictObject({ ids: z.array(messageId).check(z.minLength(1), z.maxLength(1000)) }),
  ring: aboutRole,
  hold: aboutRole,
  release: aboutRole,
  show: aboutRole,
  pause: aboutArmy,
  unpause: aboutArmy,
} as const;

type Given<A extends Act> = z.infer<(typeof schemas)[A]>;
type Acted = { told: string } | Partly | WrongShape;

export interface WrongShape {
  denied: 'shape';
  issues: string;
}

/** A message that reached only some roles: the draft is kept for the others. */
interface Partly {
  told: string;
  failed: readonly Role[];
}

/** Performs an act of the person; the answer is a sentence in the page's language. */
export async function performAct(
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
  async send(lookout, language, { to, subject, ...text }) {
    const letter = { ...text, subject: subject.trim() === '' ? subjectFrom(text.body) : subject };
    if (to !== 'all') return describeWake(await lookout.send(to, letter), to, language);
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
  ring: actOnRole('ring'),
  hold: actOnRole('hold'),
  release: actOnRole('release'),
  async pause(lookout, language) {
    const { isFresh, turns } = await lookout.pause();
    const { done } = webTexts[language];
    const { wake } = textsFor(language);
    const failed = turns.flatMap(({ role, turn }) =>
      typeof turn === 'string' ? [] : [done.notInterrupted(role, wake[turn.failed])],
    );
    return [done.pause(isFresh), ...failed].join(' ');
  },
  async unpause(lookout, language) {
    return webTexts[language].done.unpause((await lookout.unpause()) !== undefined);
  },
  async show(lookout, language, { role }) {
    await lookout.show(role);
    return webTexts[language].done.shown(role);
  },
};

function actOnRole(name: 'ring' | 'hold' | 'release') {
  return async (lookout: Lookout, language: Language, { role }: { role: Role }) =>
    webTexts[language].done[name](role, await lookout[name](role));
}

function describeWake({ wake }: Sent, to: Role, language: Language): string {
  const texts = textsFor(language);
  const woken =
    typeof wake === 'string'
      ? texts[wake]
      : webTexts[language].done.notWoken(texts.wake[wake.failed]);
  return `${webTexts[language].done.sent(to)} ${woken}`;
}
