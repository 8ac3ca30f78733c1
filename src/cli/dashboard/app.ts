import type { Command } from 'commander';
import { dashboardTexts } from '../../i18n/dashboard.ts';
import type { AppContext } from '../app-context.ts';
import { withExamples } from '../examples.ts';
import type { DashboardFlags } from './command.ts';

/** `ovld dashboard`; Ink and all it draws with is loaded when it runs. */
export function addDashboardCommand(app: Command, context: AppContext): void {
  const { about, flags, examples } = dashboardTexts[context.language];
  const command = app
    .command('dashboard')
    .description(about)
    .option('--session <name>', flags.session, context.session)
    .action(async (given: DashboardFlags) => {
      const { dashboardCommand } = await import('./command.ts');
      context.done(await dashboardCommand(context, given));
    });
  withExamples(command, examples.heading, [
    ['ovld dashboard', examples.here],
    ['ovld dashboard --session bastion', examples.session],
  ]);
}
