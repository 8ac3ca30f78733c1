import type { MuxKind } from '../army/formation.ts';
import type { Role } from '../army/role.ts';
import type { WakeFailure } from '../errors.ts';

/**
 * Where agents are seen. `Panes` is what a relay needs to type into one; `Mux` adds what summoning
 * and dismissing need. A pane is named by an id only the multiplexer understands; ids are
 * re-validated before every use, because people close, move and rename panes.
 */
export interface Panes {
  readonly kind: string;
  /** How long `press` takes to get ready: called so long before `due`, it loses no time. */
  readonly leadMs?: number;
  /** Two commands at once take no longer than one. */
  readonly concurrent?: boolean;
  /** The terminal panes of the army's session but the one for watching, in layout order; [] where there is no session. */
  panes(): Promise<Pane[]>;
  /**
   * What the pane shows now; undefined where it is gone. With `dead`, also the line that the multiplexer
   * may have scrolled off to say that the program has ended.
   */
  screen(pane: string, dead?: 'dead'): Promise<Screen | undefined>;
  /**
   * The text as a bracketed paste; a very long one may come as several in a row. Not every multiplexer
   * notices that a pane is gone: `press` and the next look do. Throws `CannotType` where it is known why.
   */
  paste(pane: string, text: string): Promise<void>;
  /**
   * Whether it was pressed; throws where the pane takes no keys. With `sure` the pane is looked at once
   * more, as late as the multiplexer can, and nothing is pressed unless `sure` is true for it: a dialog
   * would take Enter for its answer (C1). That look is not taken before `due`.
   */
  press(pane: string, key: Key, sure?: Sure, due?: Promise<unknown>): Promise<boolean>;
  /** Asks beforehand what the first `paste` and `press` need to know. */
  warm?(): Promise<unknown>;
  /** Ends scrolling and copying in a pane, so that keys reach its program. */
  thaw(pane: string): Promise<void>;
}

export type Key = 'Enter' | 'Escape';

export type Sure = (screen: Screen) => boolean;

/** The pane takes no keys: it is gone, dead, or cannot be focused because no terminal is attached. */
export class CannotType extends Error {
  readonly code: WakeFailure;
  constructor(code: WakeFailure) {
    super(code);
    this.name = 'CannotType';
    this.code = code;
  }
}

export interface Mux extends Panes {
  readonly kind: MuxKind;
  readonly session: string;
  /** The size of a session that was started without a terminal. */
  readonly headless: { columns: number; rows: number };
  /** Throws `mux_missing` or `mux_too_old`. */
  capabilities(): Promise<Capabilities>;
  state(): Promise<SessionState>;
  /** Differs between two sessions of the same name; undefined unless live. */
  life(): Promise<string | undefined>;
  /**
   * State, life and panes by as few commands as possible. `life` is the expected one: looked at first,
   * never believed.
   */
  sight(life?: string): Promise<Sight>;
  /** Where it listens, for a process with another environment. */
  address(): Promise<string | undefined>;
  /** How the session would be started, as values that can be printed instead. */
  plan(layout: ArmyLayout, how: StartHow): StartPlan;
  /** Does everything of the plan but `terminal`; without a `terminal` the session is live after. */
  start(plan: StartPlan): Promise<void>;
  /** Puts the person's terminal into the session; run with the terminal as its own. */
  attach(inside: Inside): Command;
  /** The commands of `reseat`, to be printed. */
  reseatCommands(order: Reseat): readonly Command[];
  /**
   * Starts a program for a role, by id and without a keystroke: in the role's pane where that is still
   * there, else in a new pane. The program that runs in that pane is hung up on. Returns the id of the
   * pane, which has been seen.
   */
  reseat(order: Reseat): Promise<string>;
  /**
   * Shows a pane in the terminals attached to the session; a caller in another session of the same
   * multiplexer is switched to it. Throws `CannotType`: gone, hidden, or no terminal attached.
   */
  show(pane: string): Promise<void>;
  endCommands(): readonly Command[];
  /** Ends the session and whatever the multiplexer keeps of it. True when nothing is left. */
  end(): Promise<boolean>;
}

export type SessionState = 'live' | 'exited' | 'none';

export interface Sight {
  state: SessionState;
  life: string | undefined;
  panes: readonly Pane[];
  /** It carries our mark of this very relay directory: ovld has started it for this army. */
  isMarked?: boolean;
  /** The name a person has given the session since; it is still the same session. */
  renamed?: string;
}

/** Which multiplexer the person's own terminal already runs in. */
export type Inside = MuxKind | undefined;

export interface Capabilities {
  version: string;
  /** Panes can be typed into by id, without moving a person's focus. */
  byPane: boolean;
}

/** How a multiplexer is asked for its version, and what that allows. */
export interface MuxVersion {
  args: readonly string[];
  read(said: string): VersionRead | undefined;
}

/** What it can do, or how new it would have to be. */
export type VersionRead = Capabilities | { version: string; needs: string };

export interface StartHow {
  attached: boolean;
  size: { columns: number; rows: number } | undefined;
}

export interface StartPlan {
  files: readonly { path: string; text: string }[];
  steps: readonly Command[];
  /** Takes the person's terminal until they detach or the session ends. */
  terminal?: Command;
}

/** A role's place in the layout, and the program to start there. */
export interface Reseat {
  role: Role;
  /** The role's pane, living or dead; undefined where a person has closed it. */
  pane: string | undefined;
  /** Another pane of the role's own tab, if there is one: a new pane is made there, after it … */
  beside: string | undefined;
  /** … or before it, where it comes later in the layout. */
  before?: boolean;
  tab: Pick<LayoutTab, 'name' | 'split'>;
  argv: readonly string[];
  cwd: string;
}

/** A command is a value before it is a process: argv, never a shell string. */
export interface Command {
  program: string;
  args: readonly Argument[];
  /** The pane it makes is this role's. */
  makes?: Role;
  stdin?: string;
  env?: Readonly<Record<string, string>>;
}

/** A word, or the id of a pane an earlier command of the plan has made, or a word made of it. */
export type Argument = string | { paneOf: Role; within?: (id: string) => string };

/**
 * The name of the pane in which a person watches the army, if they want one there. No role can be called
 * so, and it is never among `panes()`.
 */
export const WATCHING = 'Dashboard';

/** A formation as panes, with nothing left to decide. */
export interface ArmyLayout {
  session: string;
  /** For every pane. */
  env: Readonly<Record<string, string>>;
  tabs: readonly LayoutTab[];
}

export interface LayoutTab {
  name: string;
  focus: boolean;
  /** `tiled`: the rows of `army/grid`, whatever the sizes say. */
  split: 'columns' | 'rows' | 'tiled';
  panes: readonly LayoutPane[];
}

export interface LayoutPane {
  /** Or `WATCHING`. */
  role: Role;
  /** Per cent of the tab. */
  size: number;
  focus: boolean;
  argv: readonly string[];
  cwd: string;
  /** Its pane goes when its program ends; a role's stays, and shows what is left of it. */
  closes?: boolean;
}

export interface Pane {
  id: string;
  title: string;
  /** Set by us on the pane where the multiplexer can carry it; a person's renaming does not change it. */
  role?: Role;
  tab?: string;
  alive: boolean;
  /** Something else is shown in its place, and what is typed would be lost. */
  hidden?: boolean;
  /** In cells, from the top left of its tab. */
  box?: { x: number; y: number; columns: number; rows: number };
  pid?: number;
}

export interface Screen {
  /** Plain text, top to bottom. */
  lines: readonly string[];
  /** The same lines with their SGR sequences, where the multiplexer gives them. */
  styled?: readonly string[];
  /** Zero-based, where the multiplexer tells. */
  cursor?: { row: number; column: number };
  /** Keys go to the multiplexer, not to the program, until `thaw`. */
  copyMode: boolean;
}
