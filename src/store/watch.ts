/** `hold`: any hold was set or lifted, or a person typed or wrote to the role. */
export type Change = 'inbox' | 'pending' | 'state' | 'pending-of-others' | 'hold';

export interface Watch {
  /** Makes sure the watch still looks at what is there now (N1). */
  rearm(): Promise<void>;
  /** False while changes go unheard and only looking helps (N2). */
  readonly hearing: boolean;
  close(): void;
}
