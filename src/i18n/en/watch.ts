export const watch = {
  about: 'nudge agents that have no relay whenever their inbox changes, until stopped',
  inOverview: 'nudge agents that have no relay, until stopped',
  examples: { plain: 'until Ctrl-C', json: 'one object a line' },
  watching: (session: string, inboxes: number) =>
    `watching ${inboxes} inboxes of ${session}; Ctrl-C ends it`,
  nudged: (role: string) => `nudged ${role}`,
  noQueue: 'this army has no queue to watch (its store is files)',

  /** The end of following: the army was dismissed. */
  over: 'The army was dismissed.',
};
