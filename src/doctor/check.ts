import type { Finding } from './finding.ts';
import type { DoctorParts } from './parts.ts';

/** One small file a check: what it finds, and with each finding what can safely be done about it. */
export interface Check {
  name: string;
  look(parts: DoctorParts): Promise<Finding[]>;
}
