import { readFileSync, writeSync } from 'node:fs';
import { hasLeft } from '../output/streams.ts';

/** What the build left of every command's help (`scripts/build.mjs`), in one language. */
export interface HelpBook {
  version: string;
  /** What `ovld` alone prints. */
  start: string;
  /** By the words of the command; the overview is ''. */
  pages: Readonly<Record<string, string>>;
}

/** What was asked for, if it is nothing but help: the parser need not be loaded to print it. */
export function readyHelp(words: readonly string[], book: HelpBook): string | undefined {
  const [first, ...rest] = words;
  if (first === undefined) return book.start;
  if (words.length === 1 && (first === '--version' || first === '-V')) return `${book.version}\n`;
  if (first === 'help') return page(rest, book);
  const last = words.at(-1);
  return last === '--help' || last === '-h' ? page(words.slice(0, -1), book) : undefined;
}

const page = (path: readonly string[], { pages }: HelpBook): string | undefined =>
  Object.hasOwn(pages, path.join(' ')) ? pages[path.join(' ')] : undefined;

/** Whether it was said. Where there is no book, or it is not only help, the parser knows. Throws where it was lost. */
export function sayReadyHelp(words: readonly string[], file: string): boolean {
  const asks =
    words.length === 0 || words.some((word) => /^(?:help|--help|-h|--version|-V)$/.test(word));
  if (!asks) return false;
  let text: string | undefined;
  try {
    text = readyHelp(words, JSON.parse(readFileSync(file, 'utf8')) as HelpBook);
  } catch {
    return false;
  }
  if (text !== undefined) writeAll(text);
  return text !== undefined;
}

/** Without the streams of `process.stdout`, which take longer to load than all the rest. */
function writeAll(text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length;) {
    try {
      at += writeSync(1, bytes, at);
    } catch (error) {
      if (hasLeft(error)) return;
      // A full pipe that does not block: its reader is slow.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
  }
}
