import { InvalidArgumentError, type Command } from 'commander';
import { cliTexts } from '../../i18n/cli.ts';
import { queueTexts } from '../../i18n/queue.ts';
import { messageTypes } from '../../relay/message.ts';
import type { AppContext } from '../app-context.ts';
import type { LogFlags } from '../commands/log.ts';
import type { QueueWriteFlags } from '../commands/queue.ts';
import { sinceOf } from '../since.ts';

/** An army's messages: what became of them, who is not to be rung for, the queue of the project. */
export function addMailCommands(
  app: Command,
  { env, language, session, oneOf, done }: AppContext,
): void {
  const cli = cliTexts[language];
  const { flags } = cli;

  app
    .command('log')
    .description(cli.log)
    .option('-f, --follow', flags.follow)
    .option('--role <role>', flags.role)
    .option('--since <time>', flags.since, sinceFrom(cli.notSince))
    .option('--session <name>', flags.session, session)
    .option('--json', flags.json)
    .action(async (given: LogFlags) => {
      const { logCommand } = await import('../commands/log.ts');
      done(await logCommand(env, language, given));
    });

  app
    .command('hold')
    .description(cli.hold)
    .argument('<role>', cli.roleOrAll)
    .option('--session <name>', flags.session, session)
    .option('--json', flags.json)
    .action(async (role: string, given: object) => {
      const { holdCommand } = await import('../commands/hold.ts');
      done(await holdCommand(env, language, role, given));
    });

  app
    .command('release')
    .description(cli.release)
    .argument('[role]', cli.roleOrAll)
    .option('--session <name>', flags.session, session)
    .option('--json', flags.json)
    .action(async (role: string | undefined, given: object) => {
      const { releaseCommand } = await import('../commands/hold.ts');
      done(await releaseCommand(env, language, role, given));
    });

  app
    .command('watch')
    .description(cli.watch)
    .option('--session <name>', flags.session, session)
    .option('--json', flags.json)
    .action(async (given: object) => {
      const { watchCommand } = await import('../commands/watch.ts');
      done(await watchCommand(env, language, given));
    });

  const texts = queueTexts[language];
  const queue = app.command('queue').description(texts.about);

  queue
    .command('write')
    .description(texts.write)
    .argument('<target>', texts.target)
    .argument('<message>', texts.message)
    .option('--type <type>', texts.type, oneOf(messageTypes), 'wake_up')
    .option('--from <role>', texts.from)
    .option('--json', flags.json)
    .action(async (target: string, message: string, given: QueueWriteFlags) => {
      const { queueWriteCommand } = await import('../commands/queue.ts');
      done(await queueWriteCommand(env, language, target, message, given));
    });

  queue
    .command('list')
    .description(texts.list)
    .argument('[target]', texts.target)
    .option('--json', flags.json)
    .action(async (target: string | undefined, given: object) => {
      const { queueListCommand } = await import('../commands/queue.ts');
      done(await queueListCommand(language, target, given));
    });
}

const sinceFrom =
  (complaint: string) =>
  (given: string): number => {
    const since = sinceOf(given.trim(), Date.now());
    if (since !== undefined) return since;
    throw new InvalidArgumentError(complaint);
  };
