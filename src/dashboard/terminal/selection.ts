import type { LetterSight, Picture, RoleSight } from '../../lookout/picture.ts';
import type { Command } from '../../work/command.ts';
import type { TaskView } from '../../work/board.ts';
import { nameOf, type PanelName, type State } from './state.ts';

/** A row of the board: a command, and below it its tasks. */
export type BoardRow =
  | { id: string; command: Command }
  | { id: string; view: TaskView }
  | { id: string; fault: { file: string; reason: string } };

export function boardRows({ board }: Picture): readonly BoardRow[] {
  if (board === undefined) return [];
  const under = (id: string): BoardRow[] =>
    board.tasks
      .filter(({ task }) => task.parent_cmd === id)
      .map((view) => ({ id: view.task.task_id, view }));
  const known = new Set(board.commands.map(({ id }) => id));
  const orphans = board.tasks.filter(({ task }) => !known.has(task.parent_cmd));
  return [
    ...board.faults.map((fault) => ({ id: fault.file, fault })),
    ...board.commands.flatMap((command) => [{ id: command.id, command }, ...under(command.id)]),
    ...orphans.map((view) => ({ id: view.task.task_id, view })),
  ];
}

export const panelsOf = ({ board }: Picture): readonly PanelName[] =>
  board === undefined ? ['roles', 'letters'] : ['roles', 'letters', 'board'];

export function rowNames(picture: Picture, panel: PanelName): readonly string[] {
  if (panel === 'roles') return picture.roles.map(({ role }) => role);
  if (panel === 'letters') return picture.letters.map(nameOf);
  return boardRows(picture).map(({ id }) => id);
}

/** The selected row of a panel: the named one; without a name the first, of messages the newest. */
export function selectedIndex(picture: Picture, { at }: State, panel: PanelName): number {
  const names = rowNames(picture, panel);
  const found = names.findIndex((name) => name === at[panel]);
  return found >= 0
    ? found
    : panel === 'letters'
      ? names.length - 1
      : Math.min(0, names.length - 1);
}

export const selectedRole = (picture: Picture, state: State): RoleSight | undefined =>
  picture.roles[selectedIndex(picture, state, 'roles')];
export const selectedLetter = (picture: Picture, state: State): LetterSight | undefined =>
  picture.letters[selectedIndex(picture, state, 'letters')];

/** Moves the selection. At the newest message it stays with the newest, whichever comes. */
export function moveSelection(picture: Picture, state: State, by: number): State {
  const { panel } = state;
  const names = rowNames(picture, panel);
  const last = names.length - 1;
  const to = Math.max(0, Math.min(last, selectedIndex(picture, state, panel) + by));
  const name = panel === 'letters' && to === last ? undefined : names[to];
  return { ...state, at: { ...state.at, [panel]: name } };
}
