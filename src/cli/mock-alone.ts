import { languageOf, processEnv } from '../config/env.ts';
import { mockAgentCommand, type MockAgentFlags } from './commands/mock-agent.ts';
import { failure } from './failure.ts';

/** `ovld mock-agent` and nothing else: six of them start at once. */
export async function runMock(flags: MockAgentFlags): Promise<number> {
  const env = processEnv();
  try {
    return await mockAgentCommand(env, flags);
  } catch (error) {
    const told = failure(error, languageOf(env), false);
    process.stderr.write(`${told.text}\n`);
    return told.exitCode;
  }
}
