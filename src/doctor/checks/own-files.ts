import type { Check } from '../check.ts';
import { finding } from '../finding.ts';

/** Configuration, formations and rituals of the project's and the user's own. */
export const ownFiles: Check = {
  name: 'own-files',
  async look(parts) {
    const { count, faults } = await parts.ownFiles();
    if (faults.length === 0) return [finding('files_fine', 'ok', { count })];
    return faults.map((fault) => finding('file_invalid', 'fault', fault));
  },
};
