import type { Check } from '../check.ts';
import type { Finding, Severity } from '../finding.ts';
import type { Survey } from '../parts.ts';

/** The directories ovld writes to. A project that cannot be written to has no mailbox, and no more. */
export const places: Check = {
  name: 'places',
  look: async ({ places: { own, project, temporary }, survey }) => [
    own === undefined
      ? { code: 'home_unset', severity: 'fault', data: {} }
      : writable(survey, own, 'fault'),
    writable(survey, project, 'warning'),
    writable(survey, temporary, 'fault'),
  ],
};

function writable(survey: Survey, path: string, severity: Severity): Finding {
  const reason = survey.unwritable(path);
  return reason === undefined
    ? { code: 'dir_writable', severity: 'ok', data: { path } }
    : { code: 'dir_unwritable', severity, data: { path, reason } };
}
