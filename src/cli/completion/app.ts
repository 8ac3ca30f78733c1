import { Argument, type Command } from 'commander';
import { cliTexts } from '../../i18n/cli.ts';
import { completionExamples, completionTexts } from '../../i18n/completion.ts';
import type { AppContext } from '../app-context.ts';
import { checked } from '../choices.ts';
import { withExamples } from '../examples.ts';
import { EXIT } from '../failure.ts';
import { completionScripts, shells, type Shell } from './scripts.ts';

/** `ovld completion`; what its script asks at every Tab is `complete-alone.ts`. */
export function addCompletionCommands(app: Command, { language, done }: AppContext): void {
  const texts = completionTexts[language];
  const fits = (given: string): boolean => shells.some((shell) => shell === given);
  const shell = new Argument('<shell>', texts.shell);
  const command = app
    .command('completion')
    .description(texts.about)
    .addArgument(shell.argParser(checked(fits, cliTexts[language].notOneOf(shells))))
    .addHelpText('after', `\n${texts.install}`)
    .action((name: Shell) => {
      process.stdout.write(completionScripts[name]);
      done(EXIT.done);
    });
  withExamples(
    command,
    language,
    completionExamples.map(({ typed, ...does }) => [typed, does[language]]),
  );
}
