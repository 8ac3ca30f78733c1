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

describe('viewers', () => {
  test('what happens close together goes out together', () => {
    const { clock, viewers, change } = scene();
    const one = outlet();
    viewers.add(one.self);
    for (let i = 1; i <= 20; i += 1) change(i);
    expect(one.events()).toEqual(['picture', 'change']);
    clock.advance(PACE_MS);
    expect(one.events()).toEqual(['picture', 'change', 'change']);
    expect(one.state.written.at(-1)).toContain('{"unread":20}');
  });

  test('to one that does not read nothing more is written; then it is given a whole picture', () => {
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

  test('one that had only to catch its breath is told nothing twice', () => {
    const { viewers } = scene();
    const slow = outlet();
    slow.state.reads = false;
    viewers.add(slow.self);
    slow.happens('drain');
    expect(slow.events()).toEqual(['picture']);
  });

  test('one that does not read for long is let go; the others stay', () => {
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

  test('a sign of life now and then; none where nobody looks', () => {
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

  test('too many: the eldest goes', () => {
    const { viewers } = scene();
    const all = Array.from({ length: 33 }, outlet);
    for (const one of all) viewers.add(one.self);
    expect(viewers.count()).toBe(32);
    expect(all.map(({ state }) => state.gone)).toEqual([true, ...all.slice(1).map(() => false)]);
  });

  test('the end comes after what was still due', () => {
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
