import type { Clock } from './clock.ts';

/** Shared by every maker of this process: two makers with one frozen clock still never agree. */
let counter = 0;

export interface IdMaker {
  /** A name that sorts after every earlier one of this maker, and after `atLeast` when given. */
  next(atLeast?: string): string;
}

const TIME_DIGITS = 9;
const base36 = (n: number): string => n.toString(36);
// Uniqueness, not secrecy: loading node:crypto would cost every relay several milliseconds.
const randomDigits = (): string => base36(Math.floor(Math.random() * 36 ** 6));

/** Ids `time-process-counter-random`: they sort by time and never collide. */
export function createIds(
  clock: Pick<Clock, 'now'>,
  { pid = process.pid, random = randomDigits } = {},
): IdMaker {
  const process36 = base36(pid);
  let last = 0;
  return {
    next(atLeast) {
      const floor = atLeast === undefined ? 0 : timeOf(atLeast) + 1;
      last = Math.max(clock.now(), last + 1, floor);
      counter += 1;
      const time = base36(last).padStart(TIME_DIGITS, '0');
      return `${time}-${process36}-${base36(counter)}-${random()}`;
    },
  };
}

/** The milliseconds an id begins with; 0 where it does not begin with any. */
export function timeOf(id: string): number {
  const ms = Number.parseInt(id.slice(0, TIME_DIGITS), 36);
  return Number.isSafeInteger(ms) ? ms : 0;
}
