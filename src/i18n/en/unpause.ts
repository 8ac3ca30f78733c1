export const unpause = {
  about: 'go on after ovld pause: ring for what waits, and tell interrupted roles',
  inOverview: 'go on after ovld pause',
  examples: { here: 'the army of this folder goes on', json: 'the same, for a program' },
  goesOn: 'The army goes on: roles with unread mail are rung.',
  told: (role: string) => `${role} was interrupted, and is told to go on.`,
  notPaused: 'The army is not paused.',
  /** To a role whose turn was interrupted, in the army's language. */
  word: {
    subject: 'Go on',
    body: 'You were interrupted because the army was paused. The pause is over: go on with what you were doing.',
  },
};
