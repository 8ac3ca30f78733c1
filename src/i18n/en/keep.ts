export const keep = {
  about: 'get the relay of a role back after it ended unexpectedly (started by that relay)',
  inOverview: 'get back a relay that ended unexpectedly',
  args: { agent: 'whose relay: process id and start time of the agent, as in its seat' },
  examples: { started: 'as a relay starts it', help: 'this help' },
};
