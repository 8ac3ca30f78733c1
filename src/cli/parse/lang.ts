import { isOption } from './dashes.ts';

/** The options of `send` that take a value, and `--lang`: `bin.ts` may not load a command to ask it. */
export const WITH_VALUE: ReadonlySet<string> = new Set(['--lang', '--subject', '--session']);

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

/** A flag that cannot be told from a word of the letter around it; a letter must never lose one. */
export function optionInLetter(argv: readonly string[]): string | undefined {
  const letter = argv.slice(startOfLetter(argv));
  const end = letter.indexOf('--');
  return letter.slice(0, end < 0 ? letter.length : end).find(isOption);
}

/** Puts options where they are read as such: before a letter or a `--`. */
export function insertWords(
  argv: readonly string[],
  more: readonly string[],
): { before: string[]; after: string[] } {
  const at = endOfOptions(argv);
  return { before: [...argv.slice(0, at), ...more], after: argv.slice(at) };
}

function endOfOptions(argv: readonly string[]): number {
  const end = argv.indexOf('--');
  return Math.min(end < 0 ? argv.length : end, startOfLetter(argv));
}

/**
 * `--lang` may stand anywhere before a `--` or a letter, and so it is taken out first; the last one counts.
 */
export function takeLang(argv: readonly string[]): { words: string[]; lang: string | undefined } {
  const stop = endOfOptions(argv);
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
