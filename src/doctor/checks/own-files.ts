import type { Check } from '../check.ts';
import type { Finding } from '../finding.ts';

/** Configuration, formations and rituals of the project's and the user's own. */
export const ownFiles: Check = {
  name: 'own-files',
  async look(parts) {
    const { count, faults } = await parts.ownFiles();
    const wrong = faults.map((data): Finding => ({
      code: 'file_invalid',
      severity: 'fault',
      data,
    }));
    const fine: Finding = { code: 'files_fine', severity: 'ok', data: { count } };
    return faults.length === 0 ? [fine] : wrong;
  },
};
