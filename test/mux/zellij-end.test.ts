import { describe, expect, it } from 'vitest';
import type { Zellij } from '../../src/mux/zellij/actions.ts';
import { zellijCommands } from '../../src/mux/zellij/commands.ts';
import { endSession } from '../../src/mux/zellij/start.ts';

/** A Zellij that loses the first requests to end a session; another session may take the name meanwhile. */
function busyZellij({ lost, taken = false }: { lost: number; taken?: boolean }) {
  const asked: string[] = [];
  let kills = 0;
  let life: string | undefined = 'ours';
  const zellij = {
    async run({ args: [verb = ''] }: { args: readonly string[] }) {
      asked.push(verb);
      if (verb === 'kill-session' && (kills += 1) > lost) life = undefined;
      if (taken) life = 'another';
      return { code: 0, stdout: '', stderr: '' };
    },
  } as unknown as Zellij;
  const state = async () => (life === undefined ? ('none' as const) : ('live' as const));
  const parts = { zellij, commands: zellijCommands('army'), session: 'army', state };
  const session = { ...parts, life: async () => life, countPanes: async () => 0 };
  return { session, asked };
}

describe('the end of a session of Zellij', () => {
  it('is asked for again where a busy server has lost the request [Z19]', async () => {
    const { session, asked } = busyZellij({ lost: 1 });
    expect(await endSession(session)).toBe(true);
    expect(asked).toEqual(['kill-session', 'kill-session', 'delete-session']);
  });

  it('is not asked for again where another session has the name now: that one stays', async () => {
    const { session, asked } = busyZellij({ lost: 9, taken: true });
    expect(await endSession(session)).toBe(false);
    expect(asked).toEqual(['kill-session']);
  });
});
