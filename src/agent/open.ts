import type { AgentChoice, AgentKind } from '../army/formation.ts';
import type { Agent } from './agent.ts';

const loaders: Readonly<Record<AgentKind, () => Promise<Agent>>> = {
  claude: async () => (await import('./claude.ts')).claudeAgent,
  codex: async () => (await import('./codex.ts')).codexAgent,
  opencode: async () => (await import('./opencode.ts')).opencodeAgent,
  qwen: async () => (await import('./qwen.ts')).qwenAgent,
  copilot: async () => (await import('./copilot.ts')).copilotAgent,
  gemini: async () => (await import('./gemini.ts')).geminiAgent,
  mock: async () => (await import('./mock.ts')).mockAgent,
};

export async function openAgent(choice: AgentChoice): Promise<Agent> {
  if (typeof choice === 'string') return loaders[choice]();
  return (await import('./custom.ts')).createCustomAgent(choice);
}
