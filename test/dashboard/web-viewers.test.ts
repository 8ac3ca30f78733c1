import { describe, expect, test } from 'vitest';
import { openViewers, PACE_MS, PATIENCE_MS, type Outlet } from '../../src/dashboard/web/viewers.ts';
import { somePicture } from '../support/fake-lookout.ts';
import { fakeClock } from '../support/time.ts';

/** A connection whose other side reads, or does not. */
function outlet() {
  const calls = new Map<string, () => void>();
  const state = { written: [] as string[], reads: true, gone: false, ended: false };
  const self: Outlet = {
    write(text) {
      state.written.push(text);
      return state.reads;
    },
    end(text) {
      state.written.push(text ?? '');
      state.ended = true;
    },
    destroy: () => (state.gone = true),
    on: (event, call) => calls.set(event, call),
  };
  const events = (): string[] =>
    state.written.map((text) => /event: (\w+)/.exec(text)?.[1] ?? text);
  return { self, state, events, happens: (event: string) => calls.get(event)?.() };
}

const PERSON = new Set(['person'] as const);

function scene() {
  const clock = fakeClock();
  let picture = somePicture();
  const viewers = openViewers(() => picture, clock);
  return {
    clock,
    viewers,
    change: (unread: number): void => {
      picture = { ...picture, person: { unread } };
      viewers.changed(PERSON);
    },
  };
}

describe('the viewers of the event stream', () => {
  test('get changes that happen close together in one event', () => {
    const { clock, viewers, change } = scene();
    const one = outlet();
    viewers.add(one.self);
    for (let i = 1; i <= 20; i += 1) change(i);
    expect(one.events()).toEqual(['picture', 'change']);
    clock.advance(PACE_MS);
    expect(one.events()).toEqual(['picture', 'change', 'change']);
    expect(one.state.written.at(-1)).toContain('{"unread":20}');
  });

  test('get nothing more while they do not read, and then a whole picture', () => {
    const { clock, viewers, change } = scene();
    const slow = outlet();
    slow.state.reads = false;
    viewers.add(slow.self);
    for (let i = 0; i < 50; i += 1) {
      change(i);
      clock.advance(PACE_MS);
    }
    expect(slow.events()).toEqual(['picture']);
    slow.state.reads = true;
    slow.happens('drain');
    expect(slow.events()).toEqual(['picture', 'picture']);
    change(99);
    expect(slow.events().at(-1)).toBe('change');
  });

  test('get nothing twice after a short pause', () => {
    const { viewers } = scene();
    const slow = outlet();
    slow.state.reads = false;
    viewers.add(slow.self);
    slow.happens('drain');
    expect(slow.events()).toEqual(['picture']);
  });

  test('are dropped when they do not read for long; the others stay', () => {
    const { clock, viewers, change } = scene();
    const [slow, quick] = [outlet(), outlet()];
    slow.state.reads = false;
    viewers.add(slow.self);
    viewers.add(quick.self);
    clock.advance(PATIENCE_MS);
    expect([slow.state.gone, quick.state.gone, viewers.count()]).toEqual([true, false, 1]);
    change(3);
    expect(quick.events()).toEqual(['picture', 'change']);
  });

  test('get a sign of life now and then; without viewers none is made', () => {
    const { clock, viewers } = scene();
    const one = outlet();
    viewers.add(one.self);
    clock.advance(65_000);
    expect(one.state.written.slice(1)).toEqual([': here\n\n', ': here\n\n']);
    one.happens('close');
    expect(viewers.count()).toBe(0);
    clock.advance(65_000);
    expect(one.state.written).toHaveLength(3);
  });

  test('are limited: the eldest is dropped', () => {
    const { viewers } = scene();
    const all = Array.from({ length: 33 }, outlet);
    for (const one of all) viewers.add(one.self);
    expect(viewers.count()).toBe(32);
    expect(all.map(({ state }) => state.gone)).toEqual([true, ...all.slice(1).map(() => false)]);
  });

  test('get the end after what was still due', () => {
    const { viewers, change } = scene();
    const one = outlet();
    viewers.add(one.self);
    change(1);
    change(2);
    viewers.close('over');
    expect(one.events()).toEqual(['picture', 'change', 'change', 'end']);
    expect(one.state.ended).toBe(true);
  });
});
