import { OvldError } from './errors.ts';
import { explain } from './i18n/explain.ts';

/**
 * The same function, for callers who read an error's `message`: one of ours says there what happened and what
 * helps. Everywhere else `i18n/` does that where it is shown, in the language of its reader.
 */
export const inWords =
  <A extends unknown[], R>(call: (...given: A) => R) =>
  (...given: A): R => {
    const answer = call(...given);
    return (answer instanceof Promise ? answer.catch(speak) : answer) as R;
  };

/** The same object, part by part. */
export const allInWords = <T extends object>(part: T): T =>
  Object.fromEntries(
    Object.entries(part).map(([name, member]: [string, unknown]) => {
      if (typeof member === 'function')
        return [name, inWords((...given: unknown[]) => Reflect.apply(member, part, given))];
      const isPart = typeof member === 'object' && member !== null;
      return [name, isPart ? allInWords(member) : member];
    }),
  ) as T;

function speak(error: unknown): never {
  if (error instanceof OvldError) {
    const { what, hint } = explain(error, 'en');
    const sentence = `${what} (${hint})`;
    // The stack begins with the message it was made with.
    error.stack = (error.stack ?? '').replace(error.message, () => sentence);
    error.message = sentence;
  }
  throw error;
}
