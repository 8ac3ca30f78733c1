import type { Alert } from '../relay/alert.ts';
import type { Notifying } from './notify.ts';

/** Begins to tell a person, and does not wait. Loaded with the first alert: most processes never have one. */
export const tellingPerson =
  (notifying: Notifying) =>
  (alert: Alert): void => {
    import('./notify.ts')
      .then(({ tellPerson }) => tellPerson(notifying, alert))
      .catch((error: unknown) => notifying.log(`alert: ${String(error)}`));
  };
