import { expect, it } from 'vitest';
import { openAgent } from '../../src/agent/open.ts';
import type { AgentKind } from '../../src/army/formation.ts';
import { isResumable } from '../../src/summon/is-resumable.ts';
import { overlordFormation } from '../../src/army/overlord.ts';

it.each<[AgentKind, boolean]>([
  ['opencode', true],
  ['claude', false],
  ['mock', false],
])('a conversation without a file, of %s, can be resumed: %s', async (agent, expected) => {
  const processes = {
    readBeginning: () => Promise.reject(new Error('there is no file to be read')),
  };
  const parts = { openAgent, processes } as unknown as Parameters<typeof isResumable>[0];
  const formation = { ...overlordFormation, agent };
  const conversation = { id: 'ses_1', transcript: '' };
  expect(await isResumable(parts, formation, 'overlord', conversation)).toBe(expected);
});
