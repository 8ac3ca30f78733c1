import type { Finding } from './finding.ts';
import type { DoctorParts } from './parts.ts';

/** One small file a check: its findings, each with its fix where there is a safe one. */
export interface Check {
  /** As people see it where the check itself fails. */
  name: string;
  look(parts: DoctorParts): Promise<Finding[]>;
}
