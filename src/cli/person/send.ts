import { HUMAN } from '../../army/human.ts';
import type { Role } from '../../army/role.ts';
import type { Env } from '../../config/env.ts';
import { OvldError, type WakeFailure } from '../../errors.ts';
import { explain, textsFor } from '../../i18n/explain.ts';
import { personTexts, type PersonTexts } from '../../i18n/person.ts';
import type { Language, Texts } from '../../i18n/texts.ts';
import { wakeData } from '../../mcp/tools/letter.ts';
import { checkContent } from '../../relay/message.ts';
import type { Wake } from '../../relay/nudge.ts';
import type { BroadcastOutcome, Letter, Sent } from '../../relay/send.ts';
import { EXIT } from '../failure.ts';
import { subjectFrom } from './subject.ts';
import { towards } from './towards.ts';
import { discard, whatIsWritten } from './written.ts';

export interface SendFlags {
  subject?: string;
  urgent?: boolean;
  session?: string;
  json?: boolean;
}

const ALL = 'all';

/** Writes to one role or to all as the person. What was written in an editor outlives a failure. */
export async function sendCommand(
  env: Env,
  language: Language,
  to: string,
  words: readonly string[],
  flags: SendFlags,
): Promise<number> {
  const texts = personTexts[language];
  // Before anybody writes a letter that nobody is there for.
  const { person, army, standing } = await towards(env, language, flags.session);
  if (to === HUMAN) throw new OvldError('refused', texts.toOneself);
  if (to !== ALL && !person.roles.includes(to)) {
    throw new OvldError('unknown_role', { role: to, roles: person.roles });
  }
  const written = await whatIsWritten(env, words);
  const body = written.text;
  if (body.trim() === '') {
    discard(written);
    throw new OvldError('refused', texts.nothing);
  }
  const keep = (): void => {
    if (written.file !== undefined) process.stderr.write(`${texts.kept(written.file)}\n`);
  };
  if (written.aborted === true) {
    keep();
    throw new OvldError('refused', texts.aborted);
  }
  let outcomes: BroadcastOutcome[];
  try {
    const letter: Letter = {
      subject: flags.subject ?? subjectFrom(body),
      body,
      priority: flags.urgent === true ? 'urgent' : 'normal',
    };
    checkContent(letter);
    outcomes =
      to === ALL ? await person.sendAll(letter) : [{ to, ...(await person.send(to, letter)) }];
  } catch (error) {
    keep();
    throw error;
  }
  const failed = outcomes.some(({ delivered }) => !delivered);
  const relayTexts = textsFor(language);
  const unanswered = outcomes.some((one) => one.delivered && mayBeOver(one.wake));
  const stands = unanswered ? await standing() : 'live';
  const over = stands !== undefined && stands !== 'live';
  const lines = outcomes.map((one) => {
    if (!one.delivered) return relayTexts.notSent(one.to, explain(one.error, language).what);
    return lineOf(one, over, texts, relayTexts.wake);
  });
  const results = outcomes.map((one) => dataOf(one, relayTexts, language));
  const data = to === ALL ? { session: army, results } : { session: army, ...results[0] };
  process.stdout.write(`${flags.json === true ? JSON.stringify(data) : lines.join('\n')}\n`);
  if (failed) keep();
  else discard(written);
  return failed ? EXIT.failed : EXIT.done;
}

/** What a session that is gone looks like from outside. */
const OVER = new Set<WakeFailure>(['no_pane', 'pane_dead', 'ring_failed', 'ring_timeout']);

const mayBeOver = (wake: Wake): boolean => typeof wake === 'object' && OVER.has(wake.failed);

/** One sentence for its person: that it is stored, and what becomes of it. */
function lineOf(
  { to, id, wake }: Sent & { to: Role },
  over: boolean,
  { stored }: PersonTexts,
  reasons: Texts['wake'],
): string {
  if (typeof wake === 'string') return stored[wake](to, id);
  if (over && mayBeOver(wake)) return stored.over(to, id);
  return wake.failed === 'held' ? stored.held(to, id) : stored.later(to, id, reasons[wake.failed]);
}

function dataOf(one: BroadcastOutcome, texts: Texts, language: Language): Record<string, unknown> {
  const { to, delivered } = one;
  if (!one.delivered) return { to, delivered, code: explain(one.error, language).code };
  return { to, id: one.id, delivered, ...wakeData(texts, one) };
}
