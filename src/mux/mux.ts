/**
 * Where agents are seen. A pane is named by an id only the multiplexer understands; ids are
 * re-validated before every use, because people close, move and rename panes.
 */
export interface Mux {
  readonly kind: string;
  panes(): Promise<Pane[]>;
  /** What the pane shows now; undefined where it is gone. */
  screen(pane: string): Promise<Screen | undefined>;
  /** The text as one bracketed paste. */
  paste(pane: string, text: string): Promise<void>;
  press(pane: string, key: 'Enter'): Promise<void>;
}

export interface Pane {
  id: string;
  title: string;
  /** Set by us on the pane where the multiplexer can carry it; a person's renaming does not change it. */
  role?: string;
  alive: boolean;
}

export interface Screen {
  lines: readonly string[];
  /** Keys go to the multiplexer, not to the program. */
  copyMode: boolean;
}
