import type { Command, Option } from 'commander';
import type { CommandGroup, ParserTexts } from '../i18n/parser.ts';
import { displayWidth } from '../kit/width.ts';
import { wrapColumns } from '../kit/wrap.ts';

/** The same on every terminal: what is printed is made when ovld is built. */
export const HELP_COLUMNS = 80;

/** In the order people need them; whatever is not named here is about this machine. */
const GROUPS: Readonly<Record<CommandGroup, readonly string[]>> = {
  army: ['summon', 'attach', 'status', 'dashboard', 'restart', 'inject', 'unsummon'],
  messages: ['send', 'inbox', 'log', 'hold', 'release', 'history', 'queue', 'watch'],
  work: ['board', 'task', 'knowledge'],
  machine: ['demo', 'init', 'config', 'doctor', 'completion'],
  programs: ['relay', 'mock-agent'],
};
const ORDER = Object.values(GROUPS).flat();

/** Help and complaints of all commands, in the words of one language. */
export function inWordsOf(app: Command, texts: ParserTexts): void {
  const titles: Readonly<Record<string, string>> = texts.titles;
  const words = (term: string): string =>
    term.replace('[options]', texts.options).replace('[command]', texts.command);
  const settle = (command: Command): void => {
    command
      .helpOption('-h, --help', texts.help)
      .helpCommand(false)
      .configureHelp({
        helpWidth: HELP_COLUMNS,
        styleTitle: (title) => titles[title] ?? title,
        styleUsage: words,
        subcommandTerm: (sub) => [sub.name(), ...sub.registeredArguments.map(term)].join(' '),
        optionDescription: (option) => [option.description, ...usual(option, texts)].join(''),
        displayWidth,
        boxWrap: wrapColumns,
      });
    if (command !== app) command.addHelpText('after', `\n${texts.langToo}`);
    for (const sub of command.commands) settle(sub);
  };
  settle(app);
  group(app, texts);
}

const term = (argument: Command['registeredArguments'][number]): string => {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${name}>` : `[${name}]`;
};

const usual = (option: Option, texts: ParserTexts): string[] =>
  option.required && typeof option.defaultValue === 'string'
    ? [texts.usual(option.defaultValue)]
    : [];

function group(app: Command, { groups, summaries }: ParserTexts): void {
  const place = (name: string): number => {
    const at = ORDER.indexOf(name);
    return at < 0 ? ORDER.indexOf('relay') - 0.5 : at;
  };
  // The list of the parser itself: it prints groups in the order of their first commands.
  (app.commands as Command[]).sort((one, other) => place(one.name()) - place(other.name()));
  const groupOf = (name: string): CommandGroup =>
    (Object.keys(GROUPS) as CommandGroup[]).find((key) => GROUPS[key].includes(name)) ?? 'machine';
  for (const command of app.commands) {
    const name = command.name();
    command.helpGroup(groups[groupOf(name)]);
    const short = Object.hasOwn(summaries, name) ? summaries[name] : undefined;
    if (short !== undefined) command.summary(short);
  }
}
