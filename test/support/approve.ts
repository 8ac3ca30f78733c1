import { join } from 'node:path';
import { approvableIn, openApprovals } from '../../src/config/approvals.ts';
import { findFormation } from '../../src/config/formations.ts';

/** As its person has approved what that project's formation has executed, before the test. */
export async function approveFormation(
  home: string,
  folder: string,
  name = 'overlord',
): Promise<void> {
  const { formation } = await findFormation(name, { folder, user: undefined });
  const wanted = approvableIn(formation, folder);
  if (wanted === undefined) return;
  await openApprovals(join(home, '.config', 'ovld', 'approvals.json')).approve(wanted);
}
