import { HUMAN } from '../../army/human.ts';
import type { Role } from '../../army/role.ts';
import { OvldError, type WakeFailure } from '../../errors.ts';
import { send as en } from '../../i18n/en/send.ts';
import { explain, textsFor } from '../../i18n/explain.ts';
import { send as ja } from '../../i18n/ja/send.ts';
import type { Language } from '../../i18n/texts.ts';
import { wakeData } from '../../mcp/tools/letter.ts';
import { checkContent } from '../../message/message.ts';
import { subjectFrom } from '../../message/subject.ts';
import type { Wake } from '../../relay/wake-recipient.ts';
import type { BroadcastOutcome, Letter, Sent } from '../../relay/send.ts';
import { EXIT } from '../output/failure.ts';
import { printEither } from '../output/print.ts';
import { defineCommand } from '../parse/define-command.ts';
import { optionInLetter } from '../parse/lang.ts';
import { shared } from '../parse/shared-options.ts';
import { any, flag, needed, text } from '../parse/values.ts';
import { ALL, chooseArmy } from '../terminal/choose-army.ts';
import { discardLetter, readLetter } from '../terminal/letter.ts';
import { openOwnPerson } from '../terminal/open-person.ts';

const allTexts = { en, ja };

/** Writes to one role or to all as the person. What was written in an editor outlives a failure. */
export const command = defineCommand({
  group: 'messages',
  place: 1,
  texts: allTexts,
  args: { to: { ...needed('role'), also: [ALL] }, message: any() },
  options: { subject: text('words'), urgent: flag, session: shared.session, json: shared.json },
  examples: {
    line: (language: Language) => allTexts[language].lines.line,
    piped: (language: Language) => allTexts[language].lines.piped,
    all: (language: Language) => allTexts[language].lines.all,
  },
  /** The parser would take an option out of the words of a letter, and say nothing. */
  check(argv, language) {
    const option = optionInLetter(argv);
    if (option === undefined) return;
    throw new OvldError('usage', { message: allTexts[language].optionInLetter(option) });
  },
  async run(given, context) {
    const { env, language, texts } = context;
    const { to } = given;
    // Before the person writes a letter that cannot be sent.
    const { person, army, standing } = await openOwnPerson(
      await chooseArmy(context, given.session),
    );
    if (to === HUMAN) throw new OvldError('refused', texts.toOneself);
    if (to !== ALL && !person.roles.includes(to)) {
      throw new OvldError('unknown_role', { role: to, roles: person.roles });
    }
    const written = await readLetter(env, given.message, {
      instructions: texts.instructions(to, given.subject === undefined),
      noEditor: (program) => texts.noEditor(program, to),
    });
    const body = written.text;
    if (body.trim() === '') {
      discardLetter(written);
      throw new OvldError('refused', texts.nothing);
    }
    const sayKept = (): void => {
      if (written.file !== undefined) process.stderr.write(`${texts.kept(written.file)}\n`);
    };
    if (written.aborted === true) {
      sayKept();
      throw new OvldError('refused', texts.aborted);
    }
    let outcomes: BroadcastOutcome[];
    try {
      const letter: Letter = {
        subject: given.subject ?? subjectFrom(body),
        body,
        priority: given.urgent === true ? 'urgent' : 'normal',
      };
      checkContent(letter);
      outcomes =
        to === ALL ? await person.sendAll(letter) : [{ to, ...(await person.send(to, letter)) }];
    } catch (error) {
      sayKept();
      throw error;
    }
    const hasFailed = outcomes.some(({ delivered }) => !delivered);
    const { notSent, wake } = textsFor(language);
    const isUnanswered = outcomes.some((one) => one.delivered && mayBeOver(one.wake));
    const stands = isUnanswered ? await standing() : 'live';
    const isOver = stands !== undefined && stands !== 'live';
    const lines = outcomes.map((one) =>
      one.delivered
        ? lineOf(one, isOver, texts, wake)
        : notSent(one.to, explain(one.error, language).what),
    );
    const results = outcomes.map((one) => dataOf(one, language));
    const document = to === ALL ? { session: army, results } : { session: army, ...results[0] };
    printEither(given.json, document, lines);
    if (hasFailed) sayKept();
    else discardLetter(written);
    return hasFailed ? EXIT.failed : EXIT.done;
  },
});

/** What a session that is gone looks like from outside. */
const OVER = new Set<WakeFailure>(['no_pane', 'pane_dead', 'ring_failed', 'ring_timeout']);

const mayBeOver = (wake: Wake): boolean => typeof wake === 'object' && OVER.has(wake.failed);

/** One sentence for its person: that it is stored, and what becomes of it. */
function lineOf(
  { to, id, wake }: Sent & { to: Role },
  isOver: boolean,
  { stored }: typeof en,
  reasons: Readonly<Record<WakeFailure, string>>,
): string {
  if (typeof wake === 'string') return stored[wake](to, id);
  if (isOver && mayBeOver(wake)) return stored.over(to, id);
  return wake.failed === 'held' ? stored.held(to, id) : stored.later(to, id, reasons[wake.failed]);
}

function dataOf(one: BroadcastOutcome, language: Language): Record<string, unknown> {
  const { to, delivered } = one;
  if (!one.delivered) return { to, delivered, code: explain(one.error, language).code };
  return { to, id: one.id, delivered, ...wakeData(textsFor(language), one) };
}
