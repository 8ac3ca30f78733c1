/**
 * The person an army works for: messages go to and come from this name, but it is no role. Its mail is
 * stored like any, and rings no doorbell.
 */
export const HUMAN = 'human';

/** Why a person is alerted: a role waits for permission, has died, cannot be reached, wrote to them, writes
 * with another as if in a loop, and is slowed, has reached the limit of its account, or what was put into its
 * inbox is no message. */
export const alertKinds = [
  'waits',
  'died',
  'unreachable',
  'wrote',
  'loops',
  'limited',
  'set_aside',
] as const;

export type AlertKind = (typeof alertKinds)[number];
