import type { Role } from '../../army/role.ts';
import type { Handed } from '../../message/message.ts';
import type { Field } from './field.ts';

export const panels = ['roles', 'letters', 'board'] as const;
export type PanelName = (typeof panels)[number];

/** The state of the dashboard. Selections are by name: rows may move, or go. */
export interface State {
  panel: PanelName;
  /** Undefined in `letters`: the newest, whichever that is. */
  at: { [P in PanelName]: string | undefined };
  /** Opened over the panels, the topmost last. */
  views: readonly View[];
  notice: Notice | undefined;
  /** Texts that were put aside or could not be sent. */
  drafts: readonly Draft[];
  quitting: boolean;
}

export type View = Page | InboxView | Draft;

/** A text to read, perhaps longer than the screen. */
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
  /** The id of the selected one; without it the first is. */
  at: string | undefined;
}

/** A message by its recipient and id: an id alone may be in every inbox once. */
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
  /** The subject it began with, which is not the person's. */
  begun: string;
  subject: Field;
  body: Field;
  field: 'subject' | 'body';
  urgent: boolean;
  sending: boolean;
  /** Of all roles, those it has not reached yet. */
  left?: readonly Role[];
}

/** `asks`: the same key again does it. */
export interface Notice {
  kind: 'done' | 'failed' | 'asks';
  text: string;
}

/** What a key asks of the lookout or the editor; its outcome changes the state. */
export type Action =
  | { kind: 'open'; to: Role; id: string }
  | { kind: 'inbox'; role: Role }
  | { kind: 'take'; ids: readonly string[] }
  | { kind: 'send'; draft: Draft }
  | { kind: 'edit'; draft: Draft }
  | { kind: 'pause' | 'unpause' }
  | { kind: RoleAction; role: Role };

export type RoleAction = 'ring' | 'hold' | 'release' | 'show';

export interface Step {
  state: State;
  action?: Action;
}

export const initialState: State = {
  panel: 'roles',
  at: { roles: undefined, letters: undefined, board: undefined },
  views: [],
  notice: undefined,
  drafts: [],
  quitting: false,
};

export const topView = ({ views }: State): View | undefined => views.at(-1);
export const pushView = (state: State, view: View): State => ({
  ...state,
  views: [...state.views, view],
});
export const replaceView = (state: State, view: View): State => ({
  ...state,
  views: [...state.views.slice(0, -1), view],
});
export const popView = (state: State): State => ({ ...state, views: state.views.slice(0, -1) });
export const withNotice = (state: State, kind: Notice['kind'], text: string): State => ({
  ...state,
  notice: { kind, text },
});

export const findOpenDraft = ({ views }: State): Draft | undefined =>
  views.find((view) => view.kind === 'draft');
