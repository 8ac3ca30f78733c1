import { join } from 'node:path';
import type { Formation, Language, Seating } from '../army/formation.ts';
import type { Role } from '../army/role.ts';
import { OvldError, type CodedReason } from '../errors.ts';
import { readOwnFile } from './read-own-file.ts';
import { allDirs, type Places } from './places.ts';

const LIMIT_KIB = 64;

export interface Ritual {
  role: Role;
  /** Ready to be pasted: LF between lines, none at the end, no control characters. */
  text: string;
  path: string;
}

/** A role with a number has its own file, or at each place the file of its template. */
export async function findRitual(
  seat: Pick<Seating, 'role' | 'template' | 'number'>,
  language: Language,
  places: Places,
): Promise<Ritual> {
  const { role, template } = seat;
  const tried: string[] = [];
  const names = [role, ...(template === undefined ? [] : [template])];
  for (const { dir } of allDirs(places)) {
    for (const name of names.flatMap((one) => [`${one}.md`, join(language, `${one}.md`)])) {
      const path = join(dir, 'rituals', name);
      const text = await readRitual(path);
      if (text !== undefined) return { role, path, text: fillPlaceholders(text, seat) };
      tried.push(path);
    }
  }
  throw new OvldError('ritual_missing', { role, tried });
}

/** The text of each role's ritual. */
export async function findRituals(
  seats: Formation['roles'],
  language: Language,
  places: Places,
): Promise<Map<Role, string>> {
  const rituals = new Map<Role, string>();
  for (const seat of seats) {
    rituals.set(seat.role, (await findRitual(seat, language, places)).text);
  }
  return rituals;
}

/** The text of a file, ready to be pasted; undefined where there is none. */
export async function readRitual(path: string): Promise<string | undefined> {
  const file = await readOwnFile(path, LIMIT_KIB);
  if (file === undefined) return undefined;
  if ('reason' in file) throw new OvldError('config_invalid', { path, ...file });
  return cleanRitual(file.text, path);
}

/** Only for roles with a number: in any other ritual braces are the person's own. */
const fillPlaceholders = (
  text: string,
  { role, number }: Pick<Seating, 'role' | 'number'>,
): string =>
  number === undefined
    ? text
    : text.replaceAll(/\{\{ ?(role|number) ?\}\}/g, (_all, what) =>
        what === 'role' ? role : String(number),
      );

/** Without line feed. ESC and U+009B begin a terminal's commands. */
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

/**
 * The file's text, ready to be pasted into an agent. Tabs become spaces, because a typed tab is a key;
 * a first `/` or `!` would make the text a command.
 */
function cleanRitual(raw: string, path: string): string {
  const refuse = (reason: CodedReason, line?: number): never => {
    throw new OvldError('config_invalid', { path, line, reason });
  };
  const lines = raw.replaceAll(/\r\n?/g, '\n').replaceAll('\t', '    ').split('\n');
  for (const [i, line] of lines.entries()) {
    const control = CONTROL.exec(line)?.[0].charCodeAt(0);
    if (control === undefined) continue;
    const character = `U+${control.toString(16).toUpperCase().padStart(4, '0')}`;
    refuse({ code: 'control_character', character }, i + 1);
  }
  const text = lines.join('\n').trim();
  if (text === '') refuse({ code: 'ritual_empty' });
  if (/^[/!]/.test(text)) refuse({ code: 'ritual_is_command' });
  return text;
}
