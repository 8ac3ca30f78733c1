import type { Role } from '../army/role.ts';
import { resolvePane } from './resolve-pane.ts';
import type { Typing } from './typing.ts';

/** Whether the role's pane shows a composer and no turn. In doubt it does not. */
export async function showsRest(typing: Typing, role: Role): Promise<boolean> {
  const pane = await resolvePane(typing, role);
  if (typeof pane === 'string') return false;
  const screen = await typing.panes.screen(pane.id);
  if (screen === undefined || screen.copyMode) return false;
  const seen = typing.agentOf(role).read(screen);
  return seen.state === 'ready' && seen.busy === undefined;
}
