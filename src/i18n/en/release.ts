export const release = {
  about: 'release held roles, and what the guard slows; everything when none is named',
  inOverview: 'release held roles, or all',
  args: { role: 'one role or more, or all' },
  examples: {
    one: 'ring storm again',
    several: 'ring two roles again',
    all: 'lift every hold',
  },
  released: (role: string, other: string | undefined) =>
    other === undefined ? `${role} is no longer held.` : `${role} and ${other} are no longer held.`,
  nothingHeld: 'Nothing is held.',
  stillPaused: 'The army is paused: run ovld unpause to go on.',
};
