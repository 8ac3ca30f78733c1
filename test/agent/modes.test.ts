import { describe, expect, it } from 'vitest';
import { openAgent } from '../../src/agent/open.ts';
import { agentKinds } from '../support/agent-kinds.ts';
import { launchOrder } from '../support/launch-words.ts';

const order = { ...launchOrder, env: { HOME: '/nowhere' } };

describe.each(agentKinds)('%s', (agent) => {
  it.each(['dontAsk', 'toString', 'constructor', ''])(
    'refuses the permission mode %j, which it has not',
    async (mode) => {
      const one = await openAgent(agent);
      expect(() => one.launch({ ...order, permissionMode: mode })).toThrow(
        expect.objectContaining({ code: 'agent_mode', data: { role: 'storm', agent, mode } }),
      );
    },
  );

  it('is launched with the modes of Claude Code that it has the like of', async () => {
    const one = await openAgent(agent);
    for (const permissionMode of ['default', 'acceptEdits', 'bypassPermissions', 'plan'])
      expect(() => one.launch({ ...order, permissionMode })).not.toThrow();
  });
});
