import { InvalidArgumentError, type Command } from 'commander';
import { muxKinds } from '../../army/formation.ts';
import { cliTexts } from '../../i18n/cli.ts';
import { demoTexts } from '../../i18n/demo.ts';
import type { AppContext } from '../app-context.ts';
import type { DemoFlags } from '../commands/demo.ts';
import { withExamples } from '../examples.ts';

const LONGEST_PAUSE_SECONDS = 60;

const secondsFrom =
  (complaint: string) =>
  (given: string): number => {
    const seconds = given.trim() === '' ? Number.NaN : Number(given);
    if (seconds >= 0 && seconds <= LONGEST_PAUSE_SECONDS) return seconds;
    throw new InvalidArgumentError(complaint);
  };

/** `ovld demo`; what it needs is loaded when it runs. */
export function addDemoCommands(app: Command, { env, language, oneOf, done }: AppContext): void {
  const { cli } = demoTexts[language];
  const { notSeconds } = cliTexts[language];

  const demo = app
    .command('demo')
    .description(cli.about)
    .option('--formation <name>', cli.formation, oneOf(['overlord', 'bastion']))
    .option('--mux <program>', cli.mux, oneOf(muxKinds))
    .option('--transcript', cli.transcript)
    .option('--pause <seconds>', cli.pause, secondsFrom(notSeconds))
    .option('--json', cli.json)
    .action(async (given: DemoFlags) => {
      const { demoCommand } = await import('../commands/demo.ts');
      done(await demoCommand(env, language, given));
    });
  withExamples(demo, language, [
    ['ovld demo', cli.plain],
    ['ovld demo --formation bastion', cli.bastion],
    ['ovld demo --transcript --pause 0', cli.asTranscript],
    ['ovld demo --json', cli.figures],
  ]);

  // What runs in the pane that tells the story.
  app
    .command('demo-narrator', { hidden: true })
    .argument('<directory>')
    .requiredOption('--formation <name>')
    .action(async (directory: string, { formation }: { formation: string }) => {
      const { narratorCommand } = await import('./narrator.ts');
      done(await narratorCommand(env, language, directory, formation));
    });
}
