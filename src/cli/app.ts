import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { languageOf, processEnv } from '../config/env.ts';
import { OvldError } from '../errors.ts';
import { textsFor } from '../i18n/explain.ts';
import type { MockAgentFlags } from './commands/mock-agent.ts';
import { EXIT, failure } from './failure.ts';
import { version } from './version.ts';

/** Every command on one screen; what a command needs is loaded when it runs. */
export async function runApp(argv: readonly string[]): Promise<number> {
  const env = processEnv();
  const language = languageOf(env);
  const { cli } = textsFor(language);
  let exitCode: number = EXIT.done;

  const app = new Command('ovld')
    .description(cli.description)
    .version(version)
    .exitOverride()
    .configureOutput({ outputError: () => undefined })
    .showHelpAfterError(false)
    .helpCommand(true);

  app
    .command('relay')
    .description(cli.relay)
    .action(async () => {
      const { relayCommand } = await import('./commands/relay.ts');
      exitCode = await relayCommand(env);
    });

  app
    .command('demo')
    .description(cli.demo)
    .option('--json', cli.demoJson)
    .option('--pause <seconds>', cli.demoSeconds, secondsFrom(cli.notSeconds))
    .action(async ({ json = false, pause }: { json?: boolean; pause?: number }) => {
      const { demoCommand } = await import('./commands/demo.ts');
      exitCode = await demoCommand(env, language, { json, pause });
    });

  app
    .command('mock-agent')
    .description(cli.mockAgent)
    .requiredOption('--mcp-config <file>')
    .option('--record <path>')
    .option('--control <socket>')
    .option('--boot-ms <ms>')
    .option('--script <file>')
    .option('--role-name <role>')
    .option('--no-state')
    .action(async (flags: MockAgentFlags) => {
      const { mockAgentCommand } = await import('./commands/mock-agent.ts');
      exitCode = await mockAgentCommand(env, flags);
    });

  try {
    await app.parseAsync([...argv], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.done;
    const told = failure(asUsage(error), language, argv.includes('--json'));
    process.stderr.write(`${told.text}\n`);
    return told.exitCode;
  }
}

const LONGEST_PAUSE_SECONDS = 60;

const secondsFrom =
  (complaint: string) =>
  (given: string): number => {
    const seconds = given.trim() === '' ? Number.NaN : Number(given);
    if (seconds >= 0 && seconds <= LONGEST_PAUSE_SECONDS) return seconds;
    throw new InvalidArgumentError(complaint);
  };

function asUsage(error: unknown): unknown {
  if (!(error instanceof CommanderError)) return error;
  const message = error.message.replace(/^error: /, '');
  return new OvldError('usage', {
    message: message === '(outputHelp)' ? 'no command given' : message,
  });
}
