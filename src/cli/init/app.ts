import type { Command } from 'commander';
import { initTexts } from '../../i18n/init.ts';
import type { AppContext } from '../app-context.ts';
import { withExamples } from '../examples.ts';
import type { InitFlags } from './init.ts';

export function addInitCommand(app: Command, { env, language, done }: AppContext): void {
  const texts = initTexts[language];
  const { flags, examples } = texts;
  const command = app
    .command('init')
    .description(texts.about)
    .option('--user', flags.user)
    .option('--force', flags.force)
    .option('--yes', flags.yes)
    .option('--dry-run', flags.dryRun)
    .option('--json', flags.json)
    .action(async (given: InitFlags) => {
      const { initCommand } = await import('./init.ts');
      done(await initCommand(env, language, given));
    });
  withExamples(command, language, [
    ['ovld init', examples.project],
    ['ovld init --user', examples.user],
    ['ovld init --dry-run', examples.dryRun],
    ['ovld init --force --yes', examples.force],
  ]);
}
