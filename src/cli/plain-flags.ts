import type { MockAgentFlags } from './commands/mock-agent.ts';
import type { StatusFlags } from './commands/status.ts';

type Given = Record<string, string | true>;

/**
 * Words that can only be meant in one way: known flags, each once, in full, values that are no
 * flags. Undefined for everything else, right or wrong: the parser of the whole program knows.
 */
function plainly(
  words: readonly string[],
  known: Readonly<Record<string, 'alone' | RegExp>>,
): Given | undefined {
  const given: Given = {};
  for (let i = 0; i < words.length; i += 1) {
    const flag = words[i] ?? '';
    const value = known[flag];
    if (value === undefined || flag in given) return undefined;
    if (value === 'alone') {
      given[flag] = true;
      continue;
    }
    const next = words[(i += 1)] ?? '';
    if (!value.test(next)) return undefined;
    given[flag] = next;
  }
  return given;
}

const WITH_VALUE = new Set(['--lang', '--subject', '--session']);
const isOption = (word: string): boolean => word.length > 1 && word.startsWith('-');

/** Where the words of a letter begin that is given to `ovld send` without a `--`; else the end. */
function startOfLetter(argv: readonly string[]): number {
  let places = 0;
  for (let i = 0; i < argv.length && argv[i] !== '--'; i += 1) {
    const word = argv[i] ?? '';
    if (isOption(word)) {
      if (WITH_VALUE.has(word)) i += 1;
      continue;
    }
    places += 1;
    if (places === 1 && word !== 'send') break;
    // The command, whom it is for, and then what is said.
    if (places === 3) return i;
  }
  return argv.length;
}

/** What nobody can tell from a word of the letter around it; a letter must never lose one. */
export function optionInLetter(argv: readonly string[]): string | undefined {
  const letter = argv.slice(startOfLetter(argv));
  const end = letter.indexOf('--');
  return letter.slice(0, end < 0 ? letter.length : end).find(isOption);
}

/**
 * `--lang` may stand anywhere before a `--` or a letter, and so it is taken out first; the last one counts.
 */
export function takeLang(argv: readonly string[]): { words: string[]; lang: string | undefined } {
  const end = argv.indexOf('--');
  const stop = Math.min(end < 0 ? argv.length : end, startOfLetter(argv));
  const words: string[] = [];
  let lang: string | undefined;
  for (let i = 0; i < argv.length; i += 1) {
    const word = argv[i] ?? '';
    if (i < stop && word === '--lang') {
      const isThere = i + 1 < stop;
      lang = isThere ? argv[i + 1] : '';
      if (isThere) i += 1;
    } else if (i < stop && word.startsWith('--lang=')) lang = word.slice('--lang='.length);
    else words.push(word);
  }
  return { words, lang };
}

const SESSION = /^[a-z][a-z0-9_-]{0,31}$/;
const VALUE = /^[^-]/;

export function statusFlags(words: readonly string[]): StatusFlags | undefined {
  const given = plainly(words, { '--session': SESSION, '--all': 'alone', '--json': 'alone' });
  return (
    given && {
      ...named(given, '--session', 'session'),
      ...('--all' in given && { all: true }),
      ...('--json' in given && { json: true }),
    }
  );
}

export function mockAgentFlags(words: readonly string[]): MockAgentFlags | undefined {
  const given = plainly(words, {
    '--mcp-config': VALUE,
    '--record': VALUE,
    '--control': VALUE,
    '--boot-ms': VALUE,
    '--script': VALUE,
    '--role-name': VALUE,
    '--ritual': VALUE,
    '--resume': VALUE,
    '--no-state': 'alone',
  });
  const mcpConfig = given?.['--mcp-config'];
  if (given === undefined || typeof mcpConfig !== 'string') return undefined;
  return {
    mcpConfig,
    state: !('--no-state' in given),
    ...named(given, '--record', 'record'),
    ...named(given, '--control', 'control'),
    ...named(given, '--boot-ms', 'bootMs'),
    ...named(given, '--script', 'script'),
    ...named(given, '--role-name', 'roleName'),
    ...named(given, '--ritual', 'ritual'),
    ...named(given, '--resume', 'resume'),
  };
}

function named<K extends string>(given: Given, flag: string, key: K): { [P in K]?: string } {
  const value = given[flag];
  return (typeof value === 'string' ? { [key]: value } : {}) as { [P in K]?: string };
}
