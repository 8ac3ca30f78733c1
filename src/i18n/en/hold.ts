export const hold = {
  about: 'stop ringing roles: their mail is stored and waits',
  args: { role: 'one role or more, or all' },
  examples: {
    one: 'let storm work undisturbed',
    several: 'stop ringing two roles',
    all: 'stop ringing every role',
  },
  holding: (role: string) => `${role} is held: its mail waits until ovld release ${role}.`,
  alreadyHeld: (role: string) => `${role} is held already.`,
};
