/**
 * The person an army works for: somebody to write to and to hear from, never a seat. Their mail is stored
 * like any, but nobody is rung for it.
 */
export const HUMAN = 'human';

/** Why a person is told at once: a role waits for permission, has died, cannot be reached, wrote to them. */
export const alertKinds = ['waits', 'died', 'unreachable', 'wrote'] as const;

export type AlertKind = (typeof alertKinds)[number];
