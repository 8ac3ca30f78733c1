import { describe, expect, it } from 'vitest';
import { insistGone } from '../../src/summon/insist-gone.ts';
import { muster } from '../../src/summon/summon.ts';
import { fakeClock } from '../support/time.ts';
import { pass } from '../support/army.ts';
import { summonScene } from '../support/summon-scene.ts';

const SERVER = 7;

/** A session of which nothing is seen; `inside`: who of it lives in a multiplexer, look by look. */
function hidden(...inside: number[][]) {
  const scene = summonScene();
  const clock = fakeClock();
  const { parts } = scene;
  parts.armies.list = async () => [scene.record];
  parts.processes.ofArmy = async () => (inside.length > 1 ? inside.shift() : inside[0]) ?? [];
  parts.processes.muxAbove = (pids) => (pids.length > 0 ? SERVER : undefined);
  return { ...scene, clock, parts: { ...parts, clock } };
}

describe('an army of which no session is seen', () => {
  it('but which lives in a multiplexer is not raised anew, nor ended', async () => {
    const { parts, order, clock, done } = hidden([41, 42]);
    const raised = muster(parts, order).catch((error: unknown) => error);
    await pass(clock, 6_000);
    expect(await raised).toMatchObject({
      code: 'army_hidden',
      data: { session: 'pair', mux: 'tmux', running: 2, server: SERVER },
    });
    expect(done.filter((one) => !one.startsWith('ask'))).toEqual([]);
  });

  it('is waited for while it ends', async () => {
    const { parts, record, clock } = hidden([41, 42], [42], []);
    const gone = insistGone(parts, record);
    await pass(clock, 300);
    await expect(gone).resolves.toBeUndefined();
  });

  it('is gone where what is left of it lives in none', async () => {
    const { parts, order } = hidden([41]);
    parts.processes.muxAbove = () => undefined;
    expect((await muster(parts, order)).running).toBe(false);
  });
});
