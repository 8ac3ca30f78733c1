import type { Command } from 'commander';
import { OvldError } from '../../errors.ts';
import { personTexts } from '../../i18n/person.ts';
import type { Language } from '../../i18n/texts.ts';
import type { AppContext } from '../app-context.ts';
import { withExamples } from '../examples.ts';
import { optionInLetter } from '../plain-flags.ts';
import type { InboxFlags } from './inbox.ts';
import type { SendFlags } from './send.ts';

/** Before anything is parsed: the parser takes an option out of the words of a letter, and tells nobody. */
export function insistOnWholeLetter(argv: readonly string[], language: Language): void {
  const option = optionInLetter(argv);
  if (option === undefined) return;
  throw new OvldError('usage', { message: personTexts[language].optionInLetter(option) });
}

/** `ovld send` and `ovld inbox`; what they need is loaded when one of them runs. */
export function addPersonCommands(
  app: Command,
  { env, language, session, done }: AppContext,
): void {
  const texts = personTexts[language];
  const { flags } = texts;

  const send = app
    .command('send')
    .description(texts.send)
    .argument('<to>', texts.arguments.to)
    .argument('[message...]', texts.arguments.message)
    .option('--subject <words>', flags.subject)
    .option('--urgent', flags.urgent)
    .option('--session <name>', flags.session, session)
    .option('--json', flags.json)
    .action(async (to: string, words: string[], given: SendFlags) => {
      const { sendCommand } = await import('./send.ts');
      done(await sendCommand(env, language, to, words, given));
    });
  withExamples(send, language, texts.sendExamples);

  const inbox = app
    .command('inbox')
    .description(texts.inbox)
    .argument('[whose]', texts.arguments.whose)
    .option('--full', flags.full)
    .option('--take [id...]', flags.take)
    .option('--session <name>', flags.session, session)
    .option('--json', flags.json)
    .action(async (whose: string | undefined, given: InboxFlags) => {
      const { inboxCommand } = await import('./inbox.ts');
      done(await inboxCommand(env, language, whose, given));
    });
  withExamples(inbox, language, texts.inboxExamples);
}
