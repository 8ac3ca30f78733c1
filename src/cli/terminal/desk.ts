import { readFile } from 'node:fs/promises';
import { text as readAll } from 'node:stream/consumers';
import { dutyOf, rolesOf, rolesWith, type Duty } from '../../army/formation.ts';
import type { Role } from '../../army/role.ts';
import { workHere, type WorkHere } from '../../compose/work-here.ts';
import { OvldError } from '../../errors.ts';
import { boardTexts, type BoardTexts } from '../../i18n/board.ts';
import { desk as en } from '../../i18n/en/desk.ts';
import { desk as ja } from '../../i18n/ja/desk.ts';
import { argumentFaults, type ArgumentFaults } from '../../i18n/faults.ts';
import type { Language } from '../../i18n/texts.ts';
import { paints, type Paint } from '../../kit/paint.ts';
import { noticeLines } from '../../mcp/tools/work-parts.ts';
import { assertRole } from '../../summon/holds.ts';
import type { SentNotice } from '../../work/board.ts';
import { printableText } from '../output/board-lines.ts';
import { coloured } from '../output/colours.ts';
import { fitted } from '../output/print.ts';
import type { CommandContext, Given } from '../parse/define-command.ts';
import { share, shared } from '../parse/shared-options.ts';
import { text } from '../parse/values.ts';
import { ownWish, placesOf } from './own-process.ts';

/** Which board it is; which role acts on it; and the whole order from a file. */
export const boardOptions = {
  session: shared.session,
  formation: share('boardFormation', text('name', 'formation')),
  json: shared.json,
};
export const actingOptions = { ...boardOptions, as: share('as', text('role', 'role')) };
export const orderOptions = { ...actingOptions, input: share('input', text('file', 'file')) };

type BoardFlags = Given<typeof orderOptions>;

/** What the board says at a terminal. */
export interface DeskTexts extends BoardTexts {
  faults: ArgumentFaults;
  cli: typeof en;
}

export const textsOfDesk = (language: Language): DeskTexts => ({
  ...boardTexts[language],
  faults: argumentFaults[language],
  cli: { en, ja }[language],
});

/** The terminal of a person who looks at a board. */
export interface Desk {
  texts: DeskTexts;
  open: (flags: BoardFlags) => Promise<WorkHere>;
  write: (text: string) => void;
  /** A file's text; `-` is standard input. */
  read: (path: string) => Promise<string>;
  paint: Paint;
}

/** Opens the board that is asked for; what was asked stays with it. */
export async function openDesk(
  { env, language, desk }: CommandContext,
  { as, input, json, ...flags }: BoardFlags,
) {
  const { stdout, stdin } = process;
  const { open, ...own }: Desk = desk ?? {
    texts: textsOfDesk(language),
    open: ({ session, formation }) =>
      workHere(env, { ...ownWish(session), formation, places: placesOf(env) }),
    write: (words) => void stdout.write(words),
    read: (path) => (path === '-' ? readAll(stdin) : readFile(path, 'utf8')),
    paint: paints(coloured(env, stdout)),
  };
  return { ...own, ...(await open(flags)), as, input, json };
}

export type OpenDesk = Awaited<ReturnType<typeof openDesk>>;

/** A person acts as the role the move belongs to, unless another is named. */
export function chooseActor({ formation, as, texts }: OpenDesk, duty: Duty, usual?: Role): Role {
  const named = as ?? usual;
  if (named !== undefined) {
    assertRole(rolesOf(formation), named);
    return named;
  }
  const [role] = rolesWith(formation, duty);
  if (role === undefined) throw new OvldError('usage', { message: texts.cli.noRoleFor(duty) });
  return role;
}

/** Only specialists have tasks. */
export function assertSpecialist({ formation }: OpenDesk, role: string): void {
  assertRole(rolesOf(formation), role);
  if (dutyOf(formation, role) === 'specialist') return;
  const specialists = rolesWith(formation, 'specialist');
  throw new OvldError('not_a_specialist', { role, specialists });
}

/** What stands on the board of an army that only plays does not stay. */
export const playNote = ({ formation, texts }: OpenDesk): string[] =>
  formation.scratch === undefined ? [] : [texts.cli.scratch];

/** Tells the JSON document where it was asked for, else lines. */
export const tell = ({ json, write }: OpenDesk, data: object, lines: readonly string[]): void =>
  write(
    `${json ? JSON.stringify(data, null, 2) : fitted(lines.join('\n'), process.stdout.columns)}\n`,
  );

interface Outcome {
  told?: readonly SentNotice[];
  [document: string]: unknown;
}

/** Tells the outcome of a move; without an army its messages wake no agent. */
export function tellOutcome(
  desk: OpenDesk,
  data: Outcome,
  done: readonly string[],
  next: readonly string[] = [],
): void {
  const { session = null, texts } = desk;
  const { told = [] } = data;
  const waits = session === null && told.length > 0 ? [texts.cli.waits] : [];
  const lines = [...done, ...noticeLines(told, texts.tools), ...next, ...waits, ...playNote(desk)];
  tell(desk, { session, ...data }, [printableText(lines.join('\n'))]);
}
