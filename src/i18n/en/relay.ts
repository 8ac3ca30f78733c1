export const relay = {
  about: 'serve one role over MCP on stdin and stdout (started by its agent)',
  inOverview: 'serve one role over MCP on stdin and stdout',
  examples: { started: 'as an agent starts it', help: 'this help' },
};
