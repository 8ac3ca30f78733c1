import { OvldError, type OtherArmy } from '../errors.ts';
import type { ArmyRecord } from '../store/store.ts';

export interface Wanted {
  session: string | undefined;
  /** This folder, and those above it whose armies are meant from here; the nearest first. */
  folders: readonly string[];
  formation?: string | undefined;
  /** What a person types to mean that army. */
  lineFor: (session: string) => string;
}

/** The army a command may change: the one that is named, or that of this checkout; never another's. */
export function findArmy(all: readonly ArmyRecord[], wanted: Wanted): ArmyRecord {
  const found = findArmyHere(all, wanted);
  if (found !== undefined) return found;
  const [folder = ''] = wanted.folders;
  if (all.length === 0) throw new OvldError('army_none', { folder });
  throw new OvldError('army_not_here', { folder, armies: otherArmies(all, wanted) });
}

/** The army a command may show: the same; else the only one there is, wherever its folder. */
export function findArmyToShow(
  all: readonly ArmyRecord[],
  wanted: Wanted,
): { record: ArmyRecord; isHere: boolean } {
  const found = findArmyHere(all, wanted);
  const [only, ...more] = all;
  if (found === undefined && only !== undefined && more.length === 0) {
    return { record: only, isHere: false };
  }
  return { record: found ?? findArmy(all, wanted), isHere: true };
}

/** The army that is named; else that of the nearest folder that has one; undefined where none has. */
export function findArmyHere(all: readonly ArmyRecord[], wanted: Wanted): ArmyRecord | undefined {
  const { session, folders, formation } = wanted;
  if (session !== undefined) return findNamed(all, session);
  const [found, ...more] =
    folders
      .map((folder) =>
        all.filter(
          (army) => army.folder === folder && (formation ?? army.formation) === army.formation,
        ),
      )
      .find((armies) => armies.length > 0) ?? [];
  if (found === undefined || more.length === 0) return found;
  throw new OvldError('army_ambiguous', { armies: otherArmies([found, ...more], wanted) });
}

/**
 * The armies beside which a summons of this formation would raise another: this folder's, of other formations;
 * where it has none, those of the folders above it, the nearest first.
 */
export function findArmiesAround(
  all: readonly ArmyRecord[],
  [folder, ...above]: readonly string[],
  formation: string,
): ArmyRecord[] {
  const armiesOf = (at: string | undefined) => all.filter((army) => army.folder === at);
  const here = armiesOf(folder);
  if (here.some((army) => army.formation === formation)) return [];
  return here.length > 0 ? here : above.flatMap(armiesOf);
}

function findNamed(all: readonly ArmyRecord[], session: string): ArmyRecord {
  const named = all.find((army) => army.session === session);
  const sessions = all.map((army) => army.session);
  if (named === undefined) throw new OvldError('army_unknown', { session, sessions });
  return named;
}

const otherArmies = (armies: readonly ArmyRecord[], { lineFor }: Wanted): OtherArmy[] =>
  armies.map(({ session, folder }) => ({ session, folder, line: lineFor(session) }));
