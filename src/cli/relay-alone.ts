import { languageOf, processEnv } from '../config/env.ts';
import { relayCommand } from './commands/relay.ts';
import { failure } from './failure.ts';

/** `ovld relay` and nothing else: a bundle of its own, so that a relay loads one file. */
export async function runRelay(): Promise<number> {
  const env = processEnv();
  try {
    return await relayCommand(env);
  } catch (error) {
    const told = failure(error, languageOf(env), false);
    process.stderr.write(`${told.text}\n`);
    return told.exitCode;
  }
}
