import { describe, expect, it } from 'vitest';
import type { Agent } from '../../src/agent/agent.ts';
import { claudeAgent } from '../../src/agent/claude.ts';
import { mockAgent } from '../../src/agent/mock.ts';
import type { AgentKind, Formation } from '../../src/army/formation.ts';
import { findStage } from '../../src/summon/find-stage.ts';
import type { ArmyParts } from '../../src/summon/parts.ts';
import { bastionOf } from '../support/bastion.ts';

const AGENTS: Partial<Record<AgentKind, Agent>> = { claude: claudeAgent, mock: mockAgent };
const NOTHING = { commands: 0, knowledge: 0, unread: 0 };

function stageOf(more: Omit<Partial<Formation>, 'folder'>, held = NOTHING) {
  const parts = {
    openAgent: async (kind: AgentKind) => AGENTS[kind] ?? claudeAgent,
    processes: { resolve: (folder: string, path: string) => `${folder}/${path}` },
    workIn: async (folder: string) => {
      expect(folder).toBe('/work');
      return held;
    },
  } as unknown as ArmyParts;
  return findStage(parts, { ...bastionOf(2), ...more, folder: '/work' }, '/r');
}

const scripted = bastionOf(2).roles.map((seat) => ({ ...seat, args: ['--script', 's.json'] }));
const board = { agent: 'mock', store: 'queue' } as const;

describe('a play on a board', () => {
  it('has its board and its mail in the relay directory [play.stage.1]', async () => {
    expect(await stageOf(board)).toEqual({ scratch: '/r/scratch', store: 'files' });
  });

  it.each([
    ['a command', { commands: 1 }],
    ['knowledge', { knowledge: 2 }],
    ['a document that cannot be read', { unread: 1 }],
  ])('is refused where the project has %s [play.stage.2]', async (_, held) => {
    await expect(stageOf(board, { ...NOTHING, ...held })).rejects.toMatchObject({
      code: 'play_refused',
      data: { folder: '/work', ...held },
    });
  });

  it('is refused beside an agent that works [play.stage.3]', async () => {
    const [envoy, ...others] = bastionOf(2).roles;
    const roles = [{ ...envoy!, agent: 'claude' as const }, ...others];
    await expect(stageOf({ ...board, roles })).rejects.toMatchObject({
      code: 'play_mixed',
      data: { roles: others.map(({ role }) => role) },
    });
  });
});

it.each([
  ['agents that work', { agent: 'claude' } as const],
  ['agents with scripts of their own', { agent: 'mock', roles: scripted } as const],
  ['an army without board and queue', { agent: 'mock', toolsets: ['messaging'], store: 'files' }],
])('there is no stage for %s, whatever the project has', async (_, more) => {
  const held = { commands: 9, knowledge: 9, unread: 9 };
  expect(await stageOf(more as Partial<Formation>, held)).toBeUndefined();
});
