import { printable } from '../kit/log.ts';
import type { ArmyTexts } from '../i18n/texts.ts';
import type { Muster, SummonOrder } from '../summon/summon.ts';

type Command = Muster['plan']['steps'][number];
type Argument = Command['args'][number];

/** What a summon would write and run, as lines a person could try by hand, or as JSON. */
export function dryRun(
  { plan, files, store, record, mux, running, formation }: Muster,
  inside: SummonOrder['inside'],
  texts: ArmyTexts,
  json: boolean,
): string {
  const fresh = [
    ...files.map(({ role, kind, text }) => ({ path: store.outfitPath(role, kind), text })),
    ...plan.files,
  ];
  const starting = [...plan.steps, ...(plan.terminal === undefined ? [] : [plan.terminal])];
  // An army that is up would only be joined.
  return printed(
    {
      session: record.session,
      files: running ? [] : fresh,
      commands: running ? [mux.attach(inside)] : starting,
      heading: running
        ? texts.alreadyUp(record.session)
        : `${texts.dryFormation(formation)}\n${texts.dryFiles}`,
      ...(!running && { formation }),
    },
    texts,
    json,
  );
}

interface Printed {
  session: string;
  files: readonly { path: string; text: string }[];
  commands: readonly Command[];
  heading: string;
  formation?: Muster['formation'];
}

export function printed(
  { session, files, commands, heading, formation }: Printed,
  texts: ArmyTexts,
  json: boolean,
): string {
  if (json) {
    const run = commands.map(({ program, args }) => [program, ...args.map(shown)]);
    return `${JSON.stringify({ session, formation, files, commands: run }, null, 2)}\n`;
  }
  return [
    heading,
    ...files.map(({ path, text }) => `  ${printable(path)}\n${indented(text)}`),
    texts.dryCommands,
    ...commands.map((command) => `  ${printable(asLine(command))}`),
    '',
  ].join('\n');
}

/** What a formation says is shown before anybody trusts it. */
const indented = (text: string): string =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => `    ${printable(line)}`)
    .join('\n');

const shown = (word: Argument): string => (typeof word === 'string' ? word : `<${word.paneOf}>`);

const asLine = ({ program, args, env = {} }: Command): string =>
  [
    ...Object.entries(env).map(([name, value]) => `${name}=${quoted(value)}`),
    program,
    ...args.map((word) => (typeof word === 'string' ? quoted(word) : shown(word))),
  ].join(' ');

const quoted = (word: string): string =>
  /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
