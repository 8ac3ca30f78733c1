import type { Lookout } from '../lookout/lookout.ts';
export async function openArmyLookout(..._: unknown[]): Promise<Lookout> {
  const { fakeLookout } = await import('../../test/support/fake-lookout.ts');
  return fakeLookout();
}
