import { HUMAN } from '../army/human.ts';
import type { AlertSight, Picture, RoleSight } from './picture.ts';

/**
 * The alerts whose cause still holds, newest first, those of kind `wrote` after all others. Of one kind
 * about one role, or two, only the last is kept.
 */
export function openAlerts(picture: Picture): AlertSight[] {
  const open = new Map<string, AlertSight>();
  for (const alert of picture.alerts.filter((one) => isStillSo(one, picture))) {
    const matter = `${alert.kind} ${alert.between?.join(' ') ?? alert.role}`;
    open.delete(matter);
    open.set(matter, alert);
  }
  const newest = [...open.values()].toReversed();
  return [
    ...newest.filter(({ kind }) => kind !== 'wrote'),
    ...newest.filter(({ kind }) => kind === 'wrote'),
  ];
}

/** Its agent can go on only when its person has answered. */
export const isWaiting = ({ agent, asks }: RoleSight): boolean =>
  agent === 'waiting' || asks !== undefined;

function isStillSo(
  { kind, role, id, between }: AlertSight,
  { roles, letters, person }: Picture,
): boolean {
  const sight = roles.find((one) => one.role === role);
  const letter = letters.find((one) => one.id === id && one.to === HUMAN);
  return {
    waits: sight !== undefined && isWaiting(sight),
    died: sight?.agent === 'gone',
    loops: sight?.held.some((hold) => hold.with === between?.[1]) === true,
    unreachable: sight?.unreachable === true,
    // What became of the file is not in the picture: it is told once, and doctor knows of it.
    set_aside: false,
    limited: sight?.agent === 'limited',
    wrote: letter === undefined ? person.unread > 0 : letter.fetchedAt === undefined,
  }[kind];
}
