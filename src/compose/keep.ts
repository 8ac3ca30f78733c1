import { overlordFormation } from '../army/overlord.ts';
import { processEnv } from '../config/env.ts';
import type { RelaySettings } from '../config/relay-settings.ts';
import { openPanes } from '../mux/open.ts';
import { keepRelay } from '../relay/keep.ts';
import { composeReach, composeTyping } from './reach.ts';
import { openStoreOf } from './store.ts';

/** Gets the relay of that agent (`nameAgent`) back, from outside. */
export async function composeKeep(
  { role, dir, session }: RelaySettings,
  agent: string,
): Promise<'back' | 'over'> {
  const store = await openStoreOf(dir);
  try {
    if (!(await store.isPresent())) return 'over';
    const formation = (await store.readFormation()) ?? overlordFormation;
    const panes = await openPanes(formation, { session, dir, env: processEnv() });
    if (panes === undefined) return 'over';
    const typing = await composeTyping(store, formation, panes);
    return await keepRelay(
      composeReach(store, formation, async () => typing),
      role,
      agent,
    );
  } finally {
    await store.close();
  }
}
