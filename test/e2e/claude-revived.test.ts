import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openStore, sendMessage } from '../../src/index.ts';
import { claudeWorld, type ClaudeWorld } from '../support/claude-world.ts';
import { call, relayCall } from '../support/model/reply.ts';
import { readsItsMail } from '../support/model/rules.ts';
import type { Rule } from '../support/model/server.ts';
import { missingClaude, missingProgram, requireOrSkip } from '../support/require.ts';
import { waitFor } from '../support/wait-for.ts';

/** Claude has the answer then, and has not come to the call after it. */
const KILL_MS = 10;

/** The relays on record: pid, and whether each was asked for its tools. */
function seats(world: ClaudeWorld): { pid: number; ready: boolean }[] {
  const place = join(world.relayDir(), 'agents', 'strategist');
  return readdirSync(place).map((name) => {
    const text = readFileSync(join(place, name), 'utf8');
    const { relay } = JSON.parse(text) as { relay: { pid: number } };
    return { pid: relay.pid, ready: text.includes('ready_at') };
  });
}

/** Calls a tool of the relay again and again; the relay dies just after the third was asked for. */
function toils(kill: () => void): Rule {
  let left = 3;
  return ({ isMain, role, lastUserText, toolResults }) => {
    if (!isMain || role !== 'strategist') return undefined;
    const works = lastUserText.includes('toil on') || toolResults.some(({ isError }) => !isError);
    if (!works) return undefined;
    if ((left -= 1) === 0) setTimeout(kill, KILL_MS);
    return left > -8 ? call([relayCall('update_status', { status: 'working' })]) : undefined;
  };
}

describe('a claude whose relay dies as it is about to call it', () => {
  beforeEach((context) => {
    requireOrSkip(context, 'linux', process.platform === 'linux' ? undefined : 'it reads /proc');
    requireOrSkip(context, 'tmux', missingProgram('tmux'));
    requireOrSkip(context, 'claude', missingClaude());
  });

  // Whether it does is a matter of milliseconds: seen in 8 of 14.
  it('may start it again for that call, and is given its tools back all the same [C12 R8]', async () => {
    const world = await claudeWorld({ roles: ['overlord', 'strategist'], rules: [readsItsMail] });
    const { model } = world;
    await world.summon('--no-rituals');
    const store = await openStore({ kind: 'files', dir: world.relayDir() });
    const [before] = seats(world);
    const away = model.first(toils(() => process.kill(before?.pid ?? 0, 'SIGKILL')));
    await world.line('strategist', 'toil on');
    await model.waitFor((request) => request.toolResults.some((one) => one.isError), 'an error');
    away();
    const letter = { from: 'overlord', to: 'strategist', subject: 'go', body: 'read it' };
    const { id } = await sendMessage(store, letter);
    const fetched = await model.waitForFetched('strategist', id, 90_000);
    expect(fetched).toMatchObject({ times: 1, unmarked: 1 });
    const isWhole = (): boolean =>
      seats(world).some(({ pid, ready }) => ready && pid !== before?.pid);
    await waitFor(isWhole, 'a relay that was asked for its tools', 90_000);
  });
});
