import type { Command } from 'commander';
import { OvldError } from '../../errors.ts';
import { dashboardTexts } from '../../i18n/dashboard.ts';
import { webCliTexts } from '../../i18n/web-cli.ts';
import type { AppContext } from '../app-context.ts';
import { withExamples } from '../examples.ts';
import { portFrom } from './port.ts';
import type { DashboardFlags } from './command.ts';
import type { WebFlags } from './web.ts';

/** `ovld dashboard`; Ink and all it draws with is loaded when it runs. */
export function addDashboardCommand(app: Command, context: AppContext): void {
  const { about, flags, examples } = dashboardTexts[context.language];
  const web = webCliTexts[context.language];
  const command = app
    .command('dashboard')
    .description(about)
    .option('--session <name>', flags.session, context.session)
    .option('--web', web.web)
    .option('--port <port>', web.port, portFrom(web.notPort))
    .option('--open', web.open)
    .option('--json', web.json)
    .action(async ({ web: inBrowser, ...given }: DashboardFlags & WebFlags & { web?: true }) => {
      if (inBrowser === true) {
        const { webDashboardCommand } = await import('./web.ts');
        return context.done(await webDashboardCommand(context.env, context.language, given));
      }
      if (Object.keys(given).some((flag) => flag !== 'session')) {
        throw new OvldError('usage', { message: web.needsWeb });
      }
      const { dashboardCommand } = await import('./command.ts');
      context.done(await dashboardCommand(context, given));
    });
  withExamples(command, context.language, [
    ['ovld dashboard', examples.here],
    ['ovld dashboard --session bastion', examples.session],
    ['ovld dashboard --web', web.exampleWeb],
    ['ovld dashboard --web --port 8765 --open', web.exampleOpen],
  ]);
}
