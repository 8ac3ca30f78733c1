export const mockAgent = {
  about: 'a scripted agent in this terminal, for tests and the demo',
  options: {
    mcpConfig: 'its MCP configuration: which relay to start, and who it is',
    record: 'write every byte from its terminal there; a directory: {role}.jsonl in it',
    control: 'take orders on this Unix socket; a directory: {role}.sock in it',
    bootMs: 'take so many milliseconds to come up',
    script: 'what to do at the start, and on which words',
    play: 'its part in a play: the chain of command, and the language',
    roleName: "another name than the configuration's",
    ritual: 'the ritual it is started with, for the record',
    resume: 'the conversation it resumes, for the record',
    state: 'do not write the observed state, as an agent without hooks',
  },
  notMilliseconds: (given: string) => `--boot-ms takes milliseconds, not ${given}`,
  examples: { plain: 'play a role', record: 'and keep what is typed' },
};
