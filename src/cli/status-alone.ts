import { insistOnLanguage, languageOf, processEnv } from '../config/env.ts';
import { statusCommand, type StatusFlags } from './commands/status.ts';
import { failure } from './failure.ts';

/** `ovld status` and nothing else: people look often, and wait for it. */
export async function runStatus(flags: StatusFlags): Promise<number> {
  const env = processEnv();
  const language = languageOf(env);
  try {
    insistOnLanguage(env);
    return await statusCommand(env, language, flags);
  } catch (error) {
    const told = failure(error, language, flags.json === true);
    process.stderr.write(`${told.text}\n`);
    return told.exitCode;
  }
}
