import { expect, it } from 'vitest';
import { createPace } from '../../src/lookout/pace.ts';
import { settle } from '../support/settle.ts';
import { fakeClock } from '../support/time.ts';

it('paced work runs at once, a burst runs as one, and never more often than the gap', async () => {
  const clock = fakeClock();
  const times: number[] = [];
  const pace = createPace(clock, 50, async () => void times.push(clock.monotonic()));
  for (let ms = 0; ms < 200; ms += 1) {
    if (ms < 120) pace.stir();
    await settle();
    clock.advance(1);
  }
  await settle();
  expect(times).toEqual([0, 50, 100, 150]);
  pace.stir();
  await settle();
  expect(times.at(-1)).toBe(clock.monotonic());
});

it('work that is asked for while it runs is repeated once after it', async () => {
  const clock = fakeClock();
  let done = 0;
  let finish = (): void => undefined;
  const pace = createPace(clock, 50, () => {
    done += 1;
    return new Promise((resolve) => (finish = resolve));
  });
  pace.stir();
  await settle();
  for (let i = 0; i < 5; i += 1) pace.stir();
  clock.advance(1_000);
  expect(done).toBe(1);
  finish();
  await settle();
  expect(done).toBe(2);
  finish();
  await settle();
  clock.advance(1_000);
  await settle();
  expect(done).toBe(2);
});

it('stopping waits for running work and starts no more', async () => {
  const clock = fakeClock();
  let done = 0;
  const pace = createPace(clock, 50, async () => void (done += 1));
  pace.stir();
  pace.stir();
  await pace.stop();
  pace.stir();
  clock.advance(1_000);
  await settle();
  expect(done).toBe(1);
});
