import { assertLanguage, languageOf, processEnv } from '../config/env.ts';
import { failure } from './output/failure.ts';
import { runCommand, type Command } from './parse/define-command.ts';
import { readPlainFlags } from './parse/plain-flags.ts';

/**
 * One command without the parser, in a bundle of its own: relays and mock agents start six at once, and
 * people look at their army again and again. Undefined where its words are not plain.
 */
export async function runAlone(
  command: Command,
  words: readonly string[],
): Promise<number | undefined> {
  const given = readPlainFlags(command, words);
  if (given === undefined) return undefined;
  const env = processEnv();
  const language = languageOf(env);
  try {
    // A program that was started with a wrong OVLD_LANG goes on in another language.
    if (command.group !== 'programs') assertLanguage(env);
    return await runCommand(command, given, { env, language, asked: undefined });
  } catch (error) {
    const failed = failure(error, language, given['json'] === true, process.stderr.columns);
    process.stderr.write(`${failed.text}\n`);
    return failed.exitCode;
  }
}
