export const inject = {
  about: 'give roles their rituals (again); all roles when none is named',
  inOverview: 'give roles their rituals (again)',
  args: {
    role: 'the roles to give them to',
  },
  examples: { one: 'give one role its ritual again', several: 'several, one after the other' },
};
