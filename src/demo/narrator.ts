import { styleText } from 'node:util';
import type { Role } from '../army/role.ts';
import { padColumns } from '../kit/width.ts';

/** How the campaign is told, while it happens. */
export interface Narrator {
  scene: (heading: string) => void;
  tell: (who: string, what: string, style?: Style) => void;
  sent: (who: string, to: string, what: string) => void;
}

export type Style = Parameters<typeof styleText>[0];
export type Paint = (style: Style, text: string) => string;

/** Whether there are colours is the caller's decision, so styleText is not asked to make it again. */
export const paints = (coloured: boolean): Paint =>
  coloured ? (style, text) => styleText(style, text, { validateStream: false }) : (_, text) => text;

/** In the order the formation names its roles; a larger formation begins again. */
const COLOURS: readonly Style[] = [
  'yellow',
  'green',
  'red',
  'cyan',
  'magenta',
  'blueBright',
  'whiteBright',
];

/** Paints every role's name in a line, each always in its own colour. */
function roleColours(roles: readonly Role[], paint: Paint): (text: string) => string {
  const colourOf = (name: string): Style =>
    COLOURS[roles.indexOf(name) % COLOURS.length] ?? 'white';
  const names = new RegExp(`\\b(?:${roles.join('|')})\\b`, 'g');
  return (text) => text.replaceAll(names, (name) => paint(colourOf(name), name));
}

interface Telling {
  write: (line: string) => void;
  elapsedMs: () => number;
  roles: readonly Role[];
  paint: Paint;
}

const SECONDS_COLUMNS = 7;

export function createNarrator({ write, elapsedMs, roles, paint }: Telling): Narrator {
  const colours = roleColours(roles, paint);
  const nameColumns = Math.max(...roles.map(({ length }) => length));
  const column = (name: string): string => padColumns(name, nameColumns);

  function tell(who: string, what: string, style?: Style): void {
    const seconds = `${(elapsedMs() / 1000).toFixed(2)}s`.padStart(SECONDS_COLUMNS);
    const words = style === undefined ? colours(what) : paint(style, what);
    write(`${paint('dim', seconds)}  ${colours(column(who))}  ${words}`);
  }

  return {
    scene(heading) {
      write('');
      write(paint('bold', heading));
    },
    tell,
    sent: (who, to, what) => tell(who, `→ ${column(to)}  ${what}`),
  };
}
