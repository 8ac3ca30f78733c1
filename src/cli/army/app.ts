import { InvalidArgumentError, type Command } from 'commander';
import { MOST_COPIES } from '../../army/copies.ts';
import { agentKinds, muxKinds, storeKinds, toolsetKinds } from '../../army/formation.ts';
import { cliTexts } from '../../i18n/cli.ts';
import { dashboardTexts } from '../../i18n/dashboard.ts';
import type { AppContext } from '../app-context.ts';
import { someOf } from '../choices.ts';
import type { SummonFlags } from '../orders.ts';

/** An army from its summons to its end. */
export function addArmyCommands(
  app: Command,
  { env, language, session, oneOf, done }: AppContext,
): void {
  const cli = cliTexts[language];
  const { flags } = cli;

  app
    .command('summon')
    .description(cli.summon)
    .option('--formation <name>', flags.formation)
    .option('--mux <program>', flags.mux, oneOf(muxKinds))
    .option('--agent <program>', flags.agent, oneOf(agentKinds))
    .option('--specialists <n>', flags.specialists, upTo(MOST_COPIES, cli.notUpTo(MOST_COPIES)))
    .option('--store <kind>', flags.store, oneOf(storeKinds))
    .option('--toolsets <names>', flags.toolsets, someOf(toolsetKinds, cli.notSomeOf(toolsetKinds)))
    .option('--session <name>', flags.newSession, session)
    .option('--no-rituals', flags.noRituals)
    .option('--detach', flags.detach)
    .option('--resume', flags.resume)
    .option('--dashboard', dashboardTexts[language].flags.pane)
    .option('--dry-run', flags.dryRun)
    .option('--json', flags.json)
    .action(async (given: SummonFlags) => {
      const { summonCommand } = await import('../commands/summon.ts');
      done(await summonCommand(env, language, given));
    });

  app
    .command('unsummon')
    .description(cli.unsummon)
    .option('--session <name>', flags.session, session)
    .option('--all', flags.all)
    .option('--force', flags.force)
    .option('--json', flags.json)
    .action(async (given: object) => {
      const { unsummonCommand } = await import('../commands/unsummon.ts');
      done(await unsummonCommand(env, language, given));
    });

  app
    .command('attach')
    .description(cli.attach)
    .option('--session <name>', flags.session, session)
    .action(async (given: object) => {
      const { attachCommand } = await import('../commands/attach.ts');
      done(await attachCommand(env, language, given));
    });

  app
    .command('status')
    .description(cli.status)
    .option('--session <name>', flags.session, session)
    .option('--all', flags.all)
    .option('--json', flags.json)
    .action(async (given: object) => {
      const { statusCommand } = await import('../commands/status.ts');
      done(await statusCommand(env, language, given));
    });

  app
    .command('inject')
    .description(cli.inject)
    .argument('[role...]', cli.roles)
    .option('--session <name>', flags.session, session)
    .action(async (roles: string[], given: object) => {
      const { injectCommand } = await import('../commands/inject.ts');
      done(await injectCommand(env, language, roles, given));
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
      const { restartCommand } = await import('../commands/restart.ts');
      done(await restartCommand(env, language, roles, given));
    });
}

const upTo =
  (most: number, complaint: string) =>
  (given: string): number => {
    const number = /^\d{1,3}$/.test(given) ? Number(given) : 0;
    if (number >= 1 && number <= most) return number;
    throw new InvalidArgumentError(complaint);
  };
