export const restart = {
  about: 'restart the agent of a role, with its ritual and its mail',
  inOverview: 'restart the agent of a role',
  args: { role: 'the roles to restart, one after the other' },
  options: { resume: 'resume the conversation of the role' },
  examples: { one: 'a new agent for this role', planned: 'what would be done' },
  endedAgent: (role: string, pids: readonly number[], busy: boolean) =>
    `${role}: ended ${pids.length === 1 ? 'process' : 'processes'} ${pids.join(', ')}${busy ? ', in the middle of a turn' : ''}`,
  reseated: (role: string, pane: string, conversation: 'fresh' | 'resumed' | 'lost') => {
    const how = {
      fresh: '',
      resumed: ', conversation resumed',
      lost: ', no conversation to resume',
    };
    return `${role}: restarted in pane ${pane}${how[conversation]}`;
  },
  /** Ctrl-C came before their turn. */
  notRestarted: (roles: readonly string[]) =>
    `Not restarted: ${roles.join(', ')}. ovld restart ${roles.join(' ')} does that.`,
};
