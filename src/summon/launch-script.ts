import type { Launch } from '../agent/agent.ts';
import type { Role } from '../army/role.ts';
import { quoteForShell as quote } from '../kit/sh-quote.ts';
import { companionScript } from './companion-script.ts';

/**
 * What runs in the pane of an agent that has variables of its own or a companion, and then becomes its agent:
 * `sh launch/{role}.sh <the agent's argv>`. `OVLD_SEAT` is how the agent is found again.
 *
 * An agent that lingers is ended with its pane, and all that it has started there.
 */
export function launchScript(
  { env = {}, companion, before, lingers }: Launch,
  relayDir: string,
  role: Role,
): string {
  const variables = { ...env, OVLD_ROLE: role, OVLD_SEAT: `${relayDir}/${role}` };
  const exports = Object.entries(variables).map(
    ([name, value]) => `export ${name}=${quote(value)}`,
  );
  const lead = before === undefined ? [] : [before];
  const rest = companion ? companionScript(companion) : lingers ? GUARDED : 'exec "$@"\n';
  return ['#!/bin/sh', ...exports, ...lead, rest].join('\n');
}

/**
 * The agent is in the background, with the terminal all the same: a shell that waits for what is in the foreground
 * obeys no signal. The group of our own pid is of this pane alone; where we lead none, the agent alone is told. It is
 * given six seconds, for its relay has mail to put back.
 */
const GUARDED = `exec 3<&0
end() {
  trap '' HUP TERM
  kill -TERM -$$ 2>/dev/null || kill -TERM "$agent" 2>/dev/null
  looks=0
  while kill -0 "$agent" 2>/dev/null && [ $looks -lt 30 ]; do
    sleep 0.2
    looks=$((looks + 1))
  done
  kill -0 "$agent" 2>/dev/null && { kill -KILL -$$ || kill -KILL "$agent"; } 2>/dev/null
  exit "$1"
}
trap 'end 129' HUP
trap 'end 143' TERM
trap '' INT
"$@" <&3 3<&- &
agent=$!
wait "$agent"
`;
