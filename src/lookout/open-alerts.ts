import { HUMAN } from '../army/human.ts';
import type { AlertSight, Picture } from './picture.ts';

/**
 * What a person was alerted of and is still so: whoever needs them first, then who wrote to them, the last
 * one first. Of one kind about one role the last is enough.
 */
export function openAlerts(picture: Picture): AlertSight[] {
  const open = new Map<string, AlertSight>();
  for (const alert of picture.alerts.filter((one) => isStillSo(one, picture))) {
    const matter = `${alert.kind} ${alert.role}`;
    open.delete(matter);
    open.set(matter, alert);
  }
  const newest = [...open.values()].toReversed();
  return [
    ...newest.filter(({ kind }) => kind !== 'wrote'),
    ...newest.filter(({ kind }) => kind === 'wrote'),
  ];
}

function isStillSo({ kind, role, id }: AlertSight, { roles, letters, person }: Picture): boolean {
  const sight = roles.find((one) => one.role === role);
  const letter = letters.find((one) => one.id === id && one.to === HUMAN);
  return {
    waits: sight?.agent === 'waiting' || sight?.asks !== undefined,
    died: sight?.agent === 'gone',
    unreachable: sight?.unreachable === true,
    wrote: letter === undefined ? person.unread > 0 : letter.fetchedAt === undefined,
  }[kind];
}
