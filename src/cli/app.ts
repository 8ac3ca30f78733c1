import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { MOST_COPIES } from '../army/copies.ts';
import { agentKinds, muxKinds, storeKinds, toolsetKinds } from '../army/formation.ts';
import { sessionSchema } from '../army/role.ts';
import { languageOf, processEnv } from '../config/env.ts';
import { OvldError } from '../errors.ts';
import { cliTexts } from '../i18n/cli.ts';
import { queueTexts as queueTextsOf } from '../i18n/queue.ts';
import type { AppContext } from './app-context.ts';
import { addBoardCommands } from './board/app.ts';
import type { LogFlags } from './commands/log.ts';
import type { MockAgentFlags } from './commands/mock-agent.ts';
import type { QueueWriteFlags } from './commands/queue.ts';
import { messageTypes } from '../relay/message.ts';
import { EXIT, failure } from './failure.ts';
import { addPersonCommands } from './person/app.ts';
import type { SummonFlags } from './orders.ts';
import { sinceOf } from './since.ts';
import { version } from './version.ts';

/** Every command on one screen; what a command needs is loaded when it runs. */
export async function runApp(argv: readonly string[]): Promise<number> {
  const env = processEnv();
  const language = languageOf(env);
  const cli = cliTexts[language];
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

  const { flags } = cli;
  const oneOf = (values: readonly string[]) =>
    checked((given) => values.includes(given), cli.notOneOf(values));
  const session = checked((given) => sessionSchema.safeParse(given).success, cli.notSession);

  app
    .command('summon')
    .description(cli.summon)
    .option('--formation <name>', flags.formation)
    .option('--mux <program>', flags.mux, oneOf(muxKinds))
    .option('--agent <program>', flags.agent, oneOf(agentKinds))
    .option('--specialists <n>', flags.specialists, upTo(MOST_COPIES, cli.notUpTo(MOST_COPIES)))
    .option('--store <kind>', flags.store, oneOf(storeKinds))
    .option('--toolsets <names>', flags.toolsets, someOf(toolsetKinds, cli.notSomeOf(toolsetKinds)))
    .option('--session <name>', flags.session, session)
    .option('--no-rituals', flags.noRituals)
    .option('--detach', flags.detach)
    .option('--resume', flags.resume)
    .option('--dry-run', flags.dryRun)
    .option('--json', flags.json)
    .action(async (given: SummonFlags) => {
      const { summonCommand } = await import('./commands/summon.ts');
      exitCode = await summonCommand(env, language, given);
    });

  app
    .command('unsummon')
    .description(cli.unsummon)
    .option('--session <name>', flags.session, session)
    .option('--all', flags.all)
    .option('--force', flags.force)
    .option('--json', flags.json)
    .action(async (given: object) => {
      const { unsummonCommand } = await import('./commands/unsummon.ts');
      exitCode = await unsummonCommand(env, language, given);
    });

  app
    .command('attach')
    .description(cli.attach)
    .option('--session <name>', flags.session, session)
    .action(async (given: object) => {
      const { attachCommand } = await import('./commands/attach.ts');
      exitCode = await attachCommand(env, language, given);
    });

  app
    .command('status')
    .description(cli.status)
    .option('--session <name>', flags.session, session)
    .option('--all', flags.all)
    .option('--json', flags.json)
    .action(async (given: object) => {
      const { statusCommand } = await import('./commands/status.ts');
      exitCode = await statusCommand(env, language, given);
    });

  app
    .command('inject')
    .description(cli.inject)
    .argument('[role...]', cli.roles)
    .option('--session <name>', flags.session, session)
    .action(async (roles: string[], given: object) => {
      const { injectCommand } = await import('./commands/inject.ts');
      exitCode = await injectCommand(env, language, roles, given);
    });

  app
    .command('log')
    .description(cli.log)
    .option('-f, --follow', flags.follow)
    .option('--role <role>', flags.role)
    .option('--since <time>', flags.since, sinceFrom(cli.notSince))
    .option('--session <name>', flags.session, session)
    .option('--json', flags.json)
    .action(async (given: LogFlags) => {
      const { logCommand } = await import('./commands/log.ts');
      exitCode = await logCommand(env, language, given);
    });

  app
    .command('hold')
    .description(cli.hold)
    .argument('<role>', cli.roleOrAll)
    .option('--session <name>', flags.session, session)
    .option('--json', flags.json)
    .action(async (role: string, given: object) => {
      const { holdCommand } = await import('./commands/hold.ts');
      exitCode = await holdCommand(env, language, role, given);
    });

  app
    .command('release')
    .description(cli.release)
    .argument('[role]', cli.roleOrAll)
    .option('--session <name>', flags.session, session)
    .option('--json', flags.json)
    .action(async (role: string | undefined, given: object) => {
      const { releaseCommand } = await import('./commands/hold.ts');
      exitCode = await releaseCommand(env, language, role, given);
    });

  app
    .command('watch')
    .description(cli.watch)
    .option('--session <name>', flags.session, session)
    .option('--json', flags.json)
    .action(async (given: object) => {
      const { watchCommand } = await import('./commands/watch.ts');
      exitCode = await watchCommand(env, language, given);
    });

  app
    .command('restart')
    .description(cli.restart)
    .argument('<role...>', cli.restartRoles)
    .option('--resume', flags.resumeRole)
    .option('--session <name>', flags.session, session)
    .option('--dry-run', flags.dryRun)
    .option('--json', flags.json)
    .action(async (roles: string[], given: object) => {
      const { restartCommand } = await import('./commands/restart.ts');
      exitCode = await restartCommand(env, language, roles, given);
    });

  const queueTexts = queueTextsOf[language];
  const queue = app.command('queue').description(queueTexts.about);

  queue
    .command('write')
    .description(queueTexts.write)
    .argument('<target>', queueTexts.target)
    .argument('<message>', queueTexts.message)
    .option('--type <type>', queueTexts.type, oneOf(messageTypes), 'wake_up')
    .option('--from <role>', queueTexts.from)
    .option('--json', flags.json)
    .action(async (target: string, message: string, given: QueueWriteFlags) => {
      const { queueWriteCommand } = await import('./commands/queue.ts');
      exitCode = await queueWriteCommand(env, language, target, message, given);
    });

  queue
    .command('list')
    .description(queueTexts.list)
    .argument('[target]', queueTexts.target)
    .option('--json', flags.json)
    .action(async (target: string | undefined, given: object) => {
      const { queueListCommand } = await import('./commands/queue.ts');
      exitCode = await queueListCommand(language, target, given);
    });
  const done = (code: number): void => void (exitCode = code);
  const context: AppContext = { env, language, session, oneOf, done };
  addBoardCommands(app, context);
  addPersonCommands(app, context);

  app
    .command('demo')
    .description(cli.demo)
    .option('--json', cli.demoJson)
    .option('--pause <seconds>', cli.demoSeconds, secondsFrom(cli.notSeconds))
    .action(async ({ json = false, pause }: { json?: boolean; pause?: number }) => {
      const { demoCommand } = await import('./commands/demo.ts');
      exitCode = await demoCommand(env, language, { json, pause });
    });

  const { mockFlags } = cli;

  app
    .command('mock-agent')
    .description(cli.mockAgent)
    .requiredOption('--mcp-config <file>', mockFlags.mcpConfig)
    .option('--record <path>', mockFlags.record)
    .option('--control <socket>', mockFlags.control)
    .option('--boot-ms <ms>', mockFlags.bootMs)
    .option('--script <file>', mockFlags.script)
    .option('--role-name <role>', mockFlags.roleName)
    .option('--ritual <file>', mockFlags.ritual)
    .option('--resume <id>', mockFlags.resume)
    .option('--no-state', mockFlags.noState)
    .action(async (given: MockAgentFlags) => {
      const { mockAgentCommand } = await import('./commands/mock-agent.ts');
      exitCode = await mockAgentCommand(env, given);
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

const checked =
  (fits: (given: string) => boolean, complaint: string) =>
  (given: string): string => {
    if (fits(given)) return given;
    throw new InvalidArgumentError(complaint);
  };

const upTo =
  (most: number, complaint: string) =>
  (given: string): number => {
    const number = /^\d{1,3}$/.test(given) ? Number(given) : 0;
    if (number >= 1 && number <= most) return number;
    throw new InvalidArgumentError(complaint);
  };

const someOf =
  (values: readonly string[], complaint: string) =>
  (given: string): string[] => {
    const names = given.split(',').map((name) => name.trim());
    if (names.every((name) => values.includes(name))) return names;
    throw new InvalidArgumentError(complaint);
  };

const LONGEST_PAUSE_SECONDS = 60;

const secondsFrom =
  (complaint: string) =>
  (given: string): number => {
    const seconds = given.trim() === '' ? Number.NaN : Number(given);
    if (seconds >= 0 && seconds <= LONGEST_PAUSE_SECONDS) return seconds;
    throw new InvalidArgumentError(complaint);
  };

const sinceFrom =
  (complaint: string) =>
  (given: string): number => {
    const since = sinceOf(given.trim(), Date.now());
    if (since !== undefined) return since;
    throw new InvalidArgumentError(complaint);
  };

function asUsage(error: unknown): unknown {
  if (!(error instanceof CommanderError)) return error;
  const message = error.message.replace(/^error: /, '');
  return new OvldError('usage', {
    message: message === '(outputHelp)' ? 'no command given' : message,
  });
}
