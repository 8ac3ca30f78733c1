import type { Chosen } from '../../army/chosen.ts';
import type { Approvable } from '../../config/approvals.ts';
import { approve as en } from '../../i18n/en/approve.ts';
import { approve as ja } from '../../i18n/ja/approve.ts';
import type { Language } from '../../i18n/texts.ts';
import { printable } from '../../kit/log.ts';
import { quoted } from '../../kit/quoted.ts';
import { alignColumns } from '../../terminal/columns.ts';

export const approveTexts = { en, ja };

type Shown = Pick<Approvable, 'folder' | 'formation' | 'chosen'>;

export const describeChosen = (
  { folder, formation, chosen }: Shown,
  language: Language,
): string[] => [approveTexts[language].chooses(formation, visible(folder)), ...chosenLines(chosen)];

/** What a person types to see it and to answer, in that project. */
export const approvalLine = ({ formation }: Pick<Approvable, 'formation'>): string =>
  `ovld approve ${formation}`;

/**
 * What a formation has executed, by the keys it is written with. Its text comes from others: whatever would not be
 * seen as it is, is shown by its number.
 */
function chosenLines(chosen: readonly Chosen[]): string[] {
  return chosen.flatMap((one) => [
    `  ${visible(one.role)}`,
    ...alignColumns(fieldsOf(one).map(([key, value]) => [`    ${key}`, visible(value)])),
  ]);
}

function fieldsOf({ agent, args, permission_mode: mode }: Chosen): [string, string][] {
  const fields = (named: object): [string, string][] =>
    Object.entries(named).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]]));
  const words = (list: readonly string[]): string | undefined =>
    list.length === 0 ? undefined : list.map(quoted).join(' ');
  const own = fields({ args: words(args), permission_mode: mode });
  if (typeof agent === 'string') return [['agent', agent], ...own];
  const { program, args: first, env = {}, mcp, ...screen } = agent;
  return [
    ...fields({ program: quoted(program), args: words(first) }),
    ...fields(env).map(([name, value]): [string, string] => [`env.${name}`, quoted(value)]),
    ...fields(mcp).map(([key, value]): [string, string] => [`mcp.${key}`, value]),
    ...fields(screen),
    ...own,
  ];
}

/** Without width, or in the direction of another script. */
const UNSEEN = /[\t\n\r\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;

export const visible = (text: string): string =>
  printable(
    text.replaceAll(UNSEEN, (one) => {
      const code = (one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
      return `<U+${code}>`;
    }),
  );
