import type { Agent } from './agent.ts';

export async function openAgent(_kind: 'mock'): Promise<Agent> {
  const { mockAgent } = await import('./mock.ts');
  return mockAgent;
}
