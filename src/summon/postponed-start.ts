import { agentChoiceOf, kindOf, rolesOf, type Formation } from '../army/formation.ts';
import type { Role } from '../army/role.ts';
import { quoteForShell as quote } from '../kit/sh-quote.ts';
import type { ArmyParts } from './parts.ts';

export interface StartOrder {
  /** Of each role in a folder that is not trusted yet, the role in whose pane the person is asked. */
  askedBy: ReadonlyMap<Role, Role>;
  /** Records of trust that could not be read: their agents start all at once, and may all ask. */
  unread: readonly string[];
}

/** One pane for each place that is not trusted: the one that a person sees first, if it is among them. */
export async function decideStartOrder(
  parts: Pick<ArmyParts, 'processes' | 'readTrust'>,
  formation: Formation & { folder: string },
): Promise<StartOrder> {
  const askers = new Map<string, Role>();
  const askedBy = new Map<Role, Role>();
  const unread = new Set<string>();
  for (const role of inOrderOfSight(formation)) {
    const choice = agentChoiceOf(formation, role);
    const seat = formation.roles.find((one) => one.role === role);
    const trust = await parts.readTrust(
      choice,
      parts.processes.resolve(formation.folder, seat?.cwd ?? '.'),
    );
    if (trust.state === 'unknown') unread.add(trust.path);
    if (trust.state !== 'asks') continue;
    const place = `${kindOf(choice)} ${trust.place}`;
    const asker = askers.get(place) ?? role;
    askers.set(place, asker);
    askedBy.set(role, asker);
  }
  return { askedBy, unread: [...unread] };
}

function inOrderOfSight(formation: Formation): Role[] {
  const tab = formation.tabs.find(({ focus }) => focus) ?? formation.tabs[0];
  const seen = (tab?.panes.find(({ focus }) => focus) ?? tab?.panes[0])?.role;
  const roles = rolesOf(formation);
  return roles.toSorted((a, b) => Number(b === seen) - Number(a === seen));
}

/**
 * What runs in the pane of a role until the person has answered in another one, and then becomes its agent:
 * `sh start/{role}.sh <the agent's argv>`. It waits in `read`, which costs nothing; where no pipe can be made
 * it looks once a second. Keys that are typed meanwhile are swallowed: the agent must not take them for its own.
 */
export const startScript = (sign: string, text: string): string => `#!/bin/sh
sign=${quote(sign)}
pipe=$sign.pipe
tty=$(stty -g 2>/dev/null) && stty -echo -icanon -isig min 1 time 0
printf '%s\\n' ${quote(text)}
umask 077
[ -p "$pipe" ] || mkfifo "$pipe"
exec 3<>"$pipe"
while [ -e "$sign" ]; do
  read -r _ <&3 || sleep 1
done
exec 3<&-
rm -f "$pipe"
if [ -n "$tty" ]; then
  stty min 0 && cat >/dev/null
  stty "$tty"
fi
printf '\\033[2J\\033[H'
exec "$@"
`;
