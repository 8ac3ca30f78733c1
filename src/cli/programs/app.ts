import type { Command } from 'commander';
import { cliTexts } from '../../i18n/cli.ts';
import type { AppContext } from '../app-context.ts';
import type { MockAgentFlags } from '../commands/mock-agent.ts';

/** What agents and tests start. */
export function addProgramCommands(app: Command, { env, language, done }: AppContext): void {
  const cli = cliTexts[language];
  const { mockFlags } = cli;

  app
    .command('relay')
    .description(cli.relay)
    .action(async () => {
      const { relayCommand } = await import('../commands/relay.ts');
      done(await relayCommand(env));
    });

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
      const { mockAgentCommand } = await import('../commands/mock-agent.ts');
      done(await mockAgentCommand(env, given));
    });
}
