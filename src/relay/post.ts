import { rolesOf, type Formation } from '../army/formation.ts';
import type { Note } from '../documents/documents.ts';
import { OvldError } from '../errors.ts';
import type { Reach } from './reach.ts';
import { send } from './send.ts';

/** Sends a message of the board; its id. What it throws is tried again later. */
export async function postNote(
  reach: Reach,
  formation: Formation,
  { from, to, type, subject, body }: Note,
): Promise<string> {
  // A later army may have the role: `unknown_role` would set the message aside for good.
  if (!rolesOf(formation).includes(to)) {
    throw new OvldError('store_gone', { path: reach.store.where });
  }
  const letter = { type, subject, body, priority: 'normal' } as const;
  return (await send({ reach, formation, from, isFromBoard: true }, to, letter)).id;
}
