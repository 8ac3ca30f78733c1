import { isWaiting } from '../../../lookout/open-alerts.ts';
import type { Picture } from '../../../lookout/picture.ts';

/** How many roles wait for the person, then how many messages: `(2) ✉1 overlord · ovld`. */
export function titleOf({ army, person, roles }: Picture): string {
  const waiting = roles.filter(isWaiting).length;
  const marks = [waiting > 0 && `(${waiting})`, person.unread > 0 && `✉${person.unread}`];
  return [...marks.filter(Boolean), army.session, '· ovld'].join(' ');
}
