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

export function namesIn(picture: Picture, panel: PanelName): readonly string[] {
  if (panel === 'roles') return picture.roles.map(({ role }) => role);
  if (panel === 'letters') return picture.letters.map(nameOf);
  return boardRows(picture).map(({ id }) => id);
}

/** Which row of a panel is meant: the named one; without a name the first, of messages the newest. */
export function indexIn(picture: Picture, { at }: State, panel: PanelName): number {
  const names = namesIn(picture, panel);
  const found = names.findIndex((name) => name === at[panel]);
  return found >= 0
    ? found
    : panel === 'letters'
      ? names.length - 1
      : Math.min(0, names.length - 1);
}

export const roleMeant = (picture: Picture, state: State): RoleSight | undefined =>
  picture.roles[indexIn(picture, state, 'roles')];
export const letterMeant = (picture: Picture, state: State): LetterSight | undefined =>
  picture.letters[indexIn(picture, state, 'letters')];

/** So many rows further; at the newest message it stays with the newest, whichever comes. */
export function moved(picture: Picture, state: State, by: number): State {
  const { panel } = state;
  const names = namesIn(picture, panel);
  const last = names.length - 1;
  const to = Math.max(0, Math.min(last, indexIn(picture, state, panel) + by));
  const name = panel === 'letters' && to === last ? undefined : names[to];
  return { ...state, at: { ...state.at, [panel]: name } };
}
