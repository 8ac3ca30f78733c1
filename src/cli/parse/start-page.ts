import { parserTexts } from '../../i18n/parser.ts';
import type { Language } from '../../i18n/texts.ts';
import { alignColumns } from '../../terminal/columns.ts';
import { wrapText } from '../../terminal/wrap.ts';
import { HELP_COLUMNS } from './help.ts';

/** What `ovld` alone prints: the few commands of the first hour, on one small screen. */
export function startPage(language: Language): string {
  const { description, start } = parserTexts[language];
  const rows = alignColumns([...start.begin.rows, ...start.goOn.rows].map((row) => ['', ...row]));
  const own = rows.slice(0, start.begin.rows.length);
  return [
    wrapText(description, HELP_COLUMNS),
    '',
    start.begin.title,
    ...own,
    '',
    start.goOn.title,
    ...rows.slice(own.length),
    '',
    wrapText(start.more, HELP_COLUMNS),
  ].join('\n');
}
