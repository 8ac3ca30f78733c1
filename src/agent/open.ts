import type { AgentKind } from '../army/formation.ts';
import type { Agent } from './agent.ts';

export async function openAgent(kind: AgentKind): Promise<Agent> {
  if (kind === 'claude') return (await import('./claude.ts')).claudeAgent;
  return (await import('./mock.ts')).mockAgent;
}
