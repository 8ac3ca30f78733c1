import type { Role } from '../army/role.ts';
import type { Paint, Style } from '../kit/paint.ts';
import { padColumns } from '../terminal/columns.ts';

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

interface Lines {
  write: (line: string) => void;
  elapsedMs: () => number;
  roles: readonly Role[];
  paint: Paint;
}

const SECONDS_COLUMNS = 7;

/** Writes the lines of the demo's log: when, which role, what. */
export function createNarrator({ write, elapsedMs, roles, paint }: Lines) {
  const names = new RegExp(`\\b(?:${roles.join('|')})\\b`, 'g');
  /** Every role's name in its own colour. */
  const colours = (text: string): string =>
    text.replaceAll(names, (name) =>
      paint(COLOURS[roles.indexOf(name) % COLOURS.length] ?? 'white', name),
    );
  const nameColumns = Math.max(...roles.map(({ length }) => length));
  const column = (name: string): string => padColumns(name, nameColumns);

  function tell(role: string, what: string, style?: Style): void {
    const seconds = `${(elapsedMs() / 1000).toFixed(2)}s`.padStart(SECONDS_COLUMNS);
    const words = style === undefined ? colours(what) : paint(style, what);
    write(`${paint('dim', seconds)}  ${colours(column(role))}  ${words}`);
  }

  return {
    heading: (text: string): void => {
      write('');
      write(paint('bold', text));
    },
    tell,
    sent: (from: string, to: string, what: string): void => tell(from, `→ ${column(to)}  ${what}`),
  };
}
