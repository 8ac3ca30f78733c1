import { readFile } from 'node:fs/promises';
import { paints } from '../../src/kit/paint.ts';
import { runCommand, type CommandOf } from '../../src/cli/parse/define-command.ts';
import { textsOfDesk, type Desk } from '../../src/cli/terminal/desk.ts';
import { desk as ja } from '../../src/i18n/ja/desk.ts';
import { bastionOf } from './bastion.ts';
import { fakeWork } from './fake-board.ts';

/** A person at a board in memory; what was printed is taken with `out`. */
export function fakeDesk({
  language = 'en',
  alone = false,
  files = {},
}: {
  language?: 'en' | 'ja';
  /** No army stands in the folder. */
  alone?: boolean;
  files?: Record<string, string>;
} = {}) {
  const formation = bastionOf(2, { language });
  const work = fakeWork(formation);
  let printed = '';
  const desk: Desk = {
    texts: textsOfDesk(language),
    open: async () => ({
      work,
      formation,
      folder: '/home/me/castle',
      session: alone ? undefined : 'bastion',
    }),
    write: (text) => void (printed += text),
    read: async (path) => files[path] ?? readFile(path, 'utf8'),
    paint: paints(false),
  };
  const out = (): string => {
    const text = printed;
    printed = '';
    return text;
  };
  return { desk, work, out, json: (): unknown => JSON.parse(out()) };
}

/** Runs a command of the board at this desk, in its language. */
export function runAtDesk<G>(desk: Desk, command: CommandOf<G> | undefined, given: Partial<G>) {
  if (command === undefined) throw new Error('there is no such command');
  const language = desk.texts.cli === ja ? 'ja' : 'en';
  // As the parser does: an option `--no-…` that is not given is true.
  const defaults = Object.entries(command.options ?? {})
    .filter(([, { negated }]) => negated === true)
    .map(([name]) => [name, true] as const);
  return runCommand(
    command,
    { ...Object.fromEntries(defaults), ...given },
    { env: {}, language, asked: undefined, desk },
  );
}
