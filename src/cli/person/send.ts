import type { Env } from '../../config/env.ts';
import { OvldError } from '../../errors.ts';
import { explain, textsFor } from '../../i18n/explain.ts';
import { personTexts } from '../../i18n/person.ts';
import type { Language, Texts } from '../../i18n/texts.ts';
import { wakeData, wakeText } from '../../mcp/tools/letter.ts';
import { checkContent } from '../../relay/message.ts';
import type { BroadcastOutcome, Letter } from '../../relay/send.ts';
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
  const { person, army } = await towards(env, language, flags.session);
  if (to !== ALL && !person.roles.includes(to)) {
    throw new OvldError('unknown_role', { role: to, roles: person.roles });
  }
  const written = await whatIsWritten(env, words);
  const body = written.text;
  if (body.trim() === '') {
    discard(written);
    process.stderr.write(`${texts.nothing}\n`);
    return EXIT.failed;
  }
  const keep = (): void => {
    if (written.file !== undefined) process.stderr.write(`${texts.kept(written.file)}\n`);
  };
  if (written.aborted === true) {
    process.stderr.write(`${texts.aborted}\n`);
    keep();
    return EXIT.failed;
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
  const lines = outcomes.map((one) => lineOf(one, relayTexts, language));
  const results = outcomes.map((one) => dataOf(one, relayTexts, language));
  const data = to === ALL ? { session: army, results } : { session: army, ...results[0] };
  process.stdout.write(`${flags.json === true ? JSON.stringify(data) : lines.join('\n')}\n`);
  if (failed) keep();
  else discard(written);
  return failed ? EXIT.failed : EXIT.done;
}

function lineOf(one: BroadcastOutcome, texts: Texts, language: Language): string {
  if (!one.delivered) return texts.notSent(one.to, explain(one.error, language).what);
  return `${texts.sent(one.id, one.to)} ${wakeText(texts, one)}`;
}

function dataOf(one: BroadcastOutcome, texts: Texts, language: Language): Record<string, unknown> {
  const { to, delivered } = one;
  if (!one.delivered) return { to, delivered, code: explain(one.error, language).code };
  return { to, id: one.id, delivered, ...wakeData(texts, one) };
}
