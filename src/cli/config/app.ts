import type { Command } from 'commander';
import { cliTexts } from '../../i18n/cli.ts';
import { configTexts } from '../../i18n/config.ts';
import type { AppContext } from '../app-context.ts';
import { withExamples } from '../examples.ts';
import type { ConfigFlags } from './config.ts';

export function addConfigCommand(app: Command, { env, language, done, asked }: AppContext): void {
  const texts = configTexts[language];
  const { flags } = cliTexts[language];
  const command = app
    .command('config')
    .description(texts.about)
    .argument('[key]', texts.key)
    .option('--formation <name>', flags.formation)
    .option('--mux <program>', flags.mux)
    .option('--agent <program>', flags.agent)
    .option('--specialists <n>', flags.specialists)
    .option('--store <kind>', flags.store)
    .option('--toolsets <names>', flags.toolsets)
    .option('--json', texts.json)
    .action(async (key: string | undefined, given: ConfigFlags) => {
      const { configCommand } = await import('./config.ts');
      done(
        await configCommand(env, language, key, {
          ...given,
          ...(asked !== undefined && { language: asked }),
        }),
      );
    });
  withExamples(command, language, [
    ['ovld config', texts.examples.list],
    ['ovld config language', texts.examples.one],
    ['ovld config --mux tmux', texts.examples.flag],
    ['ovld config --json', texts.examples.json],
  ]);
}
