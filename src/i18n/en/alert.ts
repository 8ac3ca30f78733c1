import type { AlertKind } from '../../army/human.ts';
import type { Role } from '../../army/role.ts';

/** A sentence for each alert: the role, and what happened to it; never a word of a message. `other`: of two that loop. */
export const alert: Record<AlertKind, (role: Role, other: Role) => string> = {
  waits: (role) => `${role} waits for your permission.`,
  died: (role) => `The agent of ${role} has ended.`,
  unreachable: (role) => `${role} cannot be reached: its mail has waited for ten minutes.`,
  wrote: (role) => `${role} wrote to you: ovld inbox shows it.`,
  limited: (role) =>
    `${role} has reached the usage limit of its account. Its mail waits: ovld status shows until when.`,
  set_aside: (role) =>
    `An entry in the inbox of ${role} is no message; it was set aside: ovld doctor shows where.`,
  loops: (role, other) =>
    `${role} and ${other} exchange too many messages, and are slowed: ovld status shows it.`,
};
