import type { Command } from 'commander';

/** How a command is used, below its help: a line to type, and what it does. */
export type Example = readonly [typed: string, does: string];

/** Examples are tried by a test as they stand (`test/cli/examples.test.ts`). */
export function withExamples(
  command: Command,
  heading: string,
  examples: readonly Example[],
): Command {
  const width = Math.max(...examples.map(([typed]) => typed.length));
  const lines = examples.map(([typed, does]) => `  ${typed.padEnd(width)}  # ${does}`);
  return command.addHelpText('after', `\n${heading}\n${lines.join('\n')}`);
}
