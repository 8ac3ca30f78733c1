import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './markdown.ts';

/** What stands for a value in a text. */
export const HOLE = '…';

/** The string and template literals of a source; `${…}` is a hole, and what is said inside it a text of its own. */
export function literalsIn(source: string): string[] {
  const found: string[] = [];
  let at = 0;

  const string = (quote: string): void => {
    let text = '';
    for (at += 1; at < source.length && source[at] !== quote; at += 1) {
      if (source[at] === '\\') at += 1;
      else if (quote === '`' && source.startsWith('${', at)) {
        text += HOLE;
        at += 2;
        code('}');
        continue;
      }
      text += source[at] ?? '';
    }
    found.push(text);
  };

  const code = (end: string): void => {
    for (let depth = 0; at < source.length; at += 1) {
      const sign = source[at] ?? '';
      if (source.startsWith('//', at)) at = source.indexOf('\n', at);
      else if (source.startsWith('/*', at)) at = source.indexOf('*/', at) + 1;
      else if (`'"\``.includes(sign)) string(sign);
      else if (sign === end && depth === 0) return;
      else if (sign === '{') depth += 1;
      else if (sign === '}') depth -= 1;
      if (at < 0) return;
    }
  };
  code('\u0000');
  return found;
}

const MORE = [
  'src/cli/app.ts',
  'src/cli/parse/usage.ts',
  'src/relay/herald.ts',
  'src/relay/look.ts',
];

/** Every text the program can say, in both languages. */
export function spokenTexts(): string[] {
  const own = readdirSync(join(root, 'src/i18n'), { encoding: 'utf8', recursive: true }).map(
    (name) => `src/i18n/${name}`,
  );
  const read = (path: string): string[] => {
    try {
      return literalsIn(readFileSync(join(root, path), 'utf8'));
    } catch {
      return [];
    }
  };
  return [...own, ...MORE].flatMap(read).filter((text) => text.trim() !== '');
}
