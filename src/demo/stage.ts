/** Where the agents play: in panes, or out of sight. */
export interface Stage {
  /** Resolves when the army is being started; its agents tell by their records when they are there. */
  open(): Promise<void>;
  /** Settles when the stage closed by itself: the person has left, or it broke down. */
  readonly closed: Promise<'left' | 'broken'>;
  /** Ends what `open` has started; safe at any time, and more than once. */
  close(): Promise<void>;
}
