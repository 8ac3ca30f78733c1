import { readFile } from 'node:fs/promises';
import { text as readAll } from 'node:stream/consumers';
import { dutyOf, rolesOf, rolesWith, type Duty, type Formation } from '../../army/formation.ts';
import type { Role } from '../../army/role.ts';
import { workHere, type WorkHere } from '../../compose/work-here.ts';
import type { Env } from '../../config/env.ts';
import { paints, type Paint } from '../../demo/narrator.ts';
import { OvldError } from '../../errors.ts';
import { boardCliTexts } from '../../i18n/board-cli.ts';
import type { ArgumentFaults, BoardCliTexts, BoardTexts } from '../../i18n/board-texts.ts';
import { boardTexts } from '../../i18n/board.ts';
import { argumentFaults } from '../../i18n/faults.ts';
import type { Language } from '../../i18n/texts.ts';
import { insistOn } from '../../summon/holds.ts';
import type { Told } from '../../work/board.ts';
import { coloured } from '../colours.ts';
import { placesOf } from '../orders.ts';
import { legible } from './lines.ts';

/** Which board, who acts, and how it is told. */
export interface BoardFlags {
  session?: string;
  formation?: string;
  as?: string;
  json?: boolean;
}

/** What the board says at a terminal. */
export interface DeskTexts extends BoardTexts {
  faults: ArgumentFaults;
  cli: BoardCliTexts;
}

export const deskTexts = (language: Language): DeskTexts => ({
  ...boardTexts[language],
  faults: argumentFaults[language],
  cli: boardCliTexts[language],
});

/** Where a person sits down to the board. */
export interface Desk {
  texts: DeskTexts;
  open(flags: BoardFlags): Promise<WorkHere>;
  write(text: string): void;
  /** A file's text; `-` is standard input. */
  read(path: string): Promise<string>;
  paint: Paint;
}

export function deskOf(env: Env, language: Language): Desk {
  const { stdout, stdin } = process;
  return {
    texts: deskTexts(language),
    open: ({ session, formation }) => workHere(env, { session, formation, places: placesOf(env) }),
    write: (text) => void stdout.write(text),
    read: (path) => (path === '-' ? readAll(stdin) : readFile(path, 'utf8')),
    paint: paints(coloured(env, stdout)),
  };
}

/** A person acts as the role the move belongs to, unless another is named. */
export function actor(
  formation: Pick<Formation, 'roles'>,
  duty: Duty,
  as: string | undefined,
  { cli }: DeskTexts,
): Role {
  if (as !== undefined) {
    insistOn(rolesOf(formation), as);
    return as;
  }
  const [role] = rolesWith(formation, duty);
  if (role === undefined) throw new OvldError('usage', { message: cli.noRoleFor(duty) });
  return role;
}

/** Whose tasks a person may look at. */
export function insistOnSpecialist(formation: Pick<Formation, 'roles'>, role: string): void {
  insistOn(rolesOf(formation), role);
  if (dutyOf(formation, role) === 'specialist') return;
  const specialists = rolesWith(formation, 'specialist');
  throw new OvldError('not_a_specialist', { role, specialists });
}

interface Outcome {
  data: object;
  lines: readonly string[];
  told: readonly Told[];
}

/** What a move came to; without an army nobody is woken by its messages. */
export function tellOutcome(
  desk: Pick<Desk, 'write' | 'texts'>,
  { session }: WorkHere,
  { json }: BoardFlags,
  { data, lines, told }: Outcome,
): void {
  if (json === true) return tellJson(desk, { session: session ?? null, ...data });
  const waits = session === undefined && told.length > 0 ? [desk.texts.cli.waits] : [];
  desk.write(`${legible([...lines, ...waits].join('\n'))}\n`);
}

export const tellJson = (desk: Pick<Desk, 'write'>, data: object): void =>
  desk.write(`${JSON.stringify(data, null, 2)}\n`);
