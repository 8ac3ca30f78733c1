export const keep = {
  about: 'get the relay of a role back after it ended (started by that relay)',
  inOverview: 'get an ended relay back',
  args: { agent: 'whose relay: process id and start time of the agent, as in its seat' },
  examples: { started: 'as a relay starts it', help: 'this help' },
};
