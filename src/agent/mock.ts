import type { Agent } from './agent.ts';

const RULE = /^─{3,}/;
const PROMPT = '❯\u00a0';

/**
 * An agent that needs no account. Its composer is a `❯` row between two rules, as in the agents it
 * stands for; a screen without that box is a dialog if it asks a question, and unknown otherwise.
 */
const squeeze = (text: string): string => text.replaceAll(/\s+/g, '');

export const mockAgent: Agent = {
  kind: 'mock',
  reconnect: '/mcp reconnect ovld-relay',
  shows: (shown, text) => squeeze(shown) === squeeze(text),
  launch: ({ ovld, paths, args }) => ({
    argv: [...ovld, 'mock-agent', '--mcp-config', paths.mcp, ...args],
    mcp: {},
  }),
  read({ lines }) {
    const top = lines.findIndex((line, i) => RULE.test(line) && lines[i + 1]?.startsWith(PROMPT));
    if (top >= 0) {
      const bottom = lines.findIndex((line, i) => i > top && RULE.test(line));
      const rows = lines.slice(top + 1, bottom < 0 ? undefined : bottom);
      return { state: 'ready', text: rows.join('\n').slice(PROMPT.length).trimEnd() };
    }
    return lines.some((line) => line.startsWith('❯ 1.'))
      ? { state: 'dialog' }
      : { state: 'unknown' };
  },
};
