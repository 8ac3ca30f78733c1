import type { Launch } from '../agent/agent.ts';
import type { Role } from '../army/role.ts';
import { quoteForShell as quote } from '../kit/sh-quote.ts';
import { AS_ITSELF, companionScript } from './companion-script.ts';

/**
 * What runs in the pane of an agent that has variables of its own or a companion, and then becomes its agent:
 * `sh launch/{role}.sh <the agent's argv>`. `OVLD_SEAT` is how the agent is found again, among all that inherits it
 * by `OVLD_SEAT_PID`, which is its own pid, and where it is a wrapper, its program by `OVLD_SEAT_TTY`, which it reads.
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
  const lead = ['OVLD_SEAT_TTY=$(tty) || OVLD_SEAT_TTY=', 'export OVLD_SEAT_TTY'];
  const made = before === undefined ? [] : [before];
  const rest = companion ? companionScript(companion) : lingers ? GUARDED : BECOMES;
  return ['#!/bin/sh', ...exports, ...lead, ...made, rest].join('\n');
}

const BECOMES = `export OVLD_SEAT_PID=$$
exec "$@"
`;

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
${AS_ITSELF} "$@" <&3 3<&- &
agent=$!
wait "$agent"
`;
