/** The agents beside Claude Code that tests drive: those of test/real-agents. */
export const agentKinds = ['codex', 'opencode', 'qwen', 'copilot', 'gemini'] as const;

export type AgentKind = (typeof agentKinds)[number];
