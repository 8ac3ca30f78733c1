import { join } from 'node:path';
import type { Language, Seating } from '../army/formation.ts';
import type { Role } from '../army/role.ts';
import { OvldError } from '../errors.ts';
import { UnfitFile } from '../kit/disk.ts';
import { readOwnFile } from './own-file.ts';
import { allDirs, type Places } from './places.ts';

const LIMIT = 64 * 1024;

export interface Ritual {
  role: Role;
  /** Ready to be pasted: LF between lines, none at the end, no control characters. */
  text: string;
  path: string;
}

/** A role with a number has its own, or at each place the one of all of its kind. */
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
      const text = await ritualIn(path);
      if (text !== undefined) return { role, path, text: filledIn(text, seat) };
      tried.push(path);
    }
  }
  throw new OvldError('ritual_missing', { role, tried });
}

/** The text of a file, as it may be given; undefined where there is none. */
export async function ritualIn(path: string): Promise<string | undefined> {
  const raw = await read(path);
  return raw === undefined ? undefined : pasteable(raw, path);
}

/** Only of those that have a number: in any other ritual braces are the person's own. */
const filledIn = (text: string, { role, number }: Pick<Seating, 'role' | 'number'>): string =>
  number === undefined
    ? text
    : text.replaceAll(/\{\{ ?(role|number) ?\}\}/g, (_all, what) =>
        what === 'role' ? role : String(number),
      );

async function read(path: string): Promise<string | undefined> {
  try {
    return await readOwnFile(path, LIMIT);
  } catch (error) {
    if (!(error instanceof UnfitFile)) throw error;
    throw new OvldError('config_invalid', { path, reason: error.reason }, { cause: error });
  }
}

/** Line feed aside. To a terminal ESC begins a command, wherever it comes from; so does U+009B. */
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

/**
 * The file's text as it may be pasted into an agent. Tabs become spaces, because where text is typed
 * a tab is a key; a first `/` or `!` would make a command of the whole.
 */
function pasteable(raw: string, path: string): string {
  const refuse = (reason: string, line?: number): never => {
    throw new OvldError('config_invalid', { path, line, reason });
  };
  const lines = raw.replaceAll(/\r\n?/g, '\n').replaceAll('\t', '    ').split('\n');
  for (const [i, line] of lines.entries()) {
    const control = CONTROL.exec(line)?.[0].charCodeAt(0);
    if (control === undefined) continue;
    const name = `U+${control.toString(16).toUpperCase().padStart(4, '0')}`;
    refuse(`a control character (${name}) would reach the terminal`, i + 1);
  }
  const text = lines.join('\n').trim();
  if (text === '') refuse('the ritual is empty');
  if (/^[/!]/.test(text)) refuse('a ritual that begins with / or ! would be run as a command');
  return text;
}
