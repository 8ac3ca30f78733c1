import type { NotifyOptions } from '../machine/notify.ts';
import type { Alert } from '../relay/alert.ts';

/** Starts the notification without waiting for it. Loaded with the first alert: most processes have none. */
export const composeNotify =
  (options: NotifyOptions) =>
  (alert: Alert): void => {
    import('../machine/notify.ts')
      .then(({ notifyPerson }) => notifyPerson(options, alert))
      .catch((error: unknown) => options.log(`alert: ${String(error)}`));
  };
