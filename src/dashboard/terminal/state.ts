import type { Role } from '../../army/role.ts';
import type { Handed } from '../../relay/message.ts';
import type { Field } from './field.ts';

export const panels = ['roles', 'letters', 'board'] as const;
export type PanelName = (typeof panels)[number];

/** What a person has before them. Selections are by name: what they point to may move, or go. */
export interface State {
  panel: PanelName;
  /** Undefined in `letters`: the newest, whichever that is. */
  at: { [P in PanelName]: string | undefined };
  /** What lies over the panels, the topmost last. */
  views: readonly View[];
  notice: Notice | undefined;
  /** Texts that were put aside or could not be sent. */
  drafts: readonly Draft[];
  quitting: boolean;
}

export type View = Page | InboxView | Draft;

/** Something to read, longer than the screen perhaps. */
export interface Page {
  kind: 'page';
  title: string;
  rows: readonly PageRow[];
  top: number;
  /** The message, where it is one that can be answered. */
  letter?: Handed;
}

export interface PageRow {
  label?: string;
  text: string;
}

export interface InboxView {
  kind: 'inbox';
  role: Role;
  letters: readonly Handed[];
  /** The id of the meant one; without it the first. */
  at: string | undefined;
}

/** A message by whose it is and its id: an id alone may be there once in every inbox. */
export interface Addressed {
  to: Role;
  id: string;
}

export const nameOf = ({ to, id }: Addressed): string => `${to}/${id}`;

export interface Draft {
  kind: 'draft';
  /** `all`: every role. */
  to: Role;
  /** The message it answers. */
  answers: Addressed | undefined;
  /** The subject it began with, which nobody wrote. */
  begun: string;
  subject: Field;
  body: Field;
  field: 'subject' | 'body';
  urgent: boolean;
  sending: boolean;
  /** Of everybody, those whom it has not reached: the others have it. */
  left?: readonly Role[];
}

export interface Notice {
  kind: 'done' | 'failed';
  text: string;
}

/** What a key asks of the world outside; what came of it comes back as a change of the state. */
export type Act =
  | { kind: 'open'; to: Role; id: string }
  | { kind: 'inbox'; role: Role }
  | { kind: 'take'; ids: readonly string[] }
  | { kind: 'send'; draft: Draft }
  | { kind: 'edit'; draft: Draft }
  | { kind: 'ring' | 'hold' | 'release' | 'show'; role: Role };

export interface Step {
  state: State;
  act?: Act;
}

export const beginning: State = {
  panel: 'roles',
  at: { roles: undefined, letters: undefined, board: undefined },
  views: [],
  notice: undefined,
  drafts: [],
  quitting: false,
};

export const topOf = ({ views }: State): View | undefined => views.at(-1);
export const over = (state: State, view: View): State => ({
  ...state,
  views: [...state.views, view],
});
/** The topmost view in another form. */
export const instead = (state: State, view: View): State => ({
  ...state,
  views: [...state.views.slice(0, -1), view],
});
export const back = (state: State): State => ({ ...state, views: state.views.slice(0, -1) });
export const told = (state: State, kind: Notice['kind'], text: string): State => ({
  ...state,
  notice: { kind, text },
});

export const draftIn = ({ views }: State): Draft | undefined =>
  views.find((view) => view.kind === 'draft');
