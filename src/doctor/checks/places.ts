import type { Check } from '../check.ts';
import { finding, type Finding, type Severity } from '../finding.ts';
import type { DoctorParts } from '../parts.ts';

/** The directories ovld writes to. A project that cannot be written to has no mailbox, and no more. */
export const places: Check = {
  name: 'places',
  look: async ({ places: { own, project, temporary }, survey }) => [
    own === undefined ? finding('home_unset', 'fault', {}) : tryToWrite(survey, own, 'fault'),
    tryToWrite(survey, project, 'warning'),
    tryToWrite(survey, temporary, 'fault'),
  ],
};

function tryToWrite(survey: DoctorParts['survey'], path: string, severity: Severity): Finding {
  const reason = survey.unwritable(path);
  return reason === undefined
    ? finding('dir_writable', 'ok', { path })
    : finding('dir_unwritable', severity, { path, reason });
}
