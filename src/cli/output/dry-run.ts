import type { Approvable } from '../../config/approvals.ts';
import { printable, printableLines } from '../../kit/log.ts';
import { armyTexts } from '../../i18n/army.ts';
import type { Language } from '../../i18n/texts.ts';
import { pathOf } from '../../summon/outfit-role.ts';
import type { Muster, SummonOrder } from '../../summon/summon.ts';
import { quoted } from '../../kit/quoted.ts';
import { approvalLine, approveTexts, describeChosen } from './chosen-lines.ts';

type Command = Muster['plan']['steps'][number];
type Argument = Command['args'][number];

/** What a summon would write and run, as lines a person could try by hand, or as JSON. */
export function describeSummon(
  { plan, files, store, record, mux, running, formation }: Muster,
  inside: SummonOrder['inside'],
  language: Language,
  { json, unapproved }: { json: boolean; unapproved?: Approvable | undefined },
): string {
  const texts = armyTexts[language];
  const fresh = [
    ...files.map((file) => ({ path: pathOf(store, file), text: file.text })),
    ...plan.files,
  ];
  const starting = [...plan.steps, ...(plan.terminal === undefined ? [] : [plan.terminal])];
  // An army that is up would only be joined.
  return describePlan(
    {
      session: record.session,
      files: running ? [] : fresh,
      commands: running ? [mux.attach(inside)] : starting,
      heading: running
        ? texts.alreadyUp(record.session)
        : `${texts.dryFormation(formation)}\n${texts.dryFiles}`,
      ...(!running && { formation }),
      ...(unapproved !== undefined && { unapproved }),
    },
    language,
    json,
  );
}

interface Plan {
  session: string;
  files: readonly { path: string; text: string }[];
  commands: readonly Command[];
  heading: string;
  formation?: Muster['formation'];
  /** What the person has not approved yet. */
  unapproved?: Approvable;
}

export function describePlan(
  { session, files, commands, heading, formation, unapproved }: Plan,
  language: Language,
  json: boolean,
): string {
  if (json) {
    const run = commands.map(({ program, args }) => [program, ...args.map(shown)]);
    const { chosen } = unapproved ?? {};
    const plan = { session, formation, files, commands: run, unapproved: chosen };
    return `${JSON.stringify(plan, null, 2)}\n`;
  }
  const asked =
    unapproved === undefined
      ? []
      : [
          ...describeChosen(unapproved, language),
          approveTexts[language].wouldAsk(approvalLine(unapproved)),
        ];
  return [
    ...asked,
    heading,
    ...files.map(({ path, text }) => `  ${printable(path)}\n${indented(text)}`),
    armyTexts[language].dryCommands,
    ...commands.map((command) => `  ${printable(asLine(command))}`),
    '',
  ].join('\n');
}

/** The text of a formation is not trusted yet when it is shown. */
const indented = (text: string): string =>
  printableLines(text.trimEnd())
    .map((line) => `    ${line}`)
    .join('\n');

function shown(word: Argument): string {
  if (typeof word === 'string') return word;
  const id = `<${word.paneOf}>`;
  return word.within?.(id) ?? id;
}

const isPane = (word: Argument): boolean => typeof word !== 'string' && word.within === undefined;

const asLine = ({ program, args, env = {} }: Command): string =>
  [
    ...Object.entries(env).map(([name, value]) => `${name}=${quoted(value)}`),
    program,
    ...args.map((word) => (isPane(word) ? shown(word) : quoted(shown(word)))),
  ].join(' ');
