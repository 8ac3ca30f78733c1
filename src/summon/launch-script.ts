import type { Launch } from '../agent/agent.ts';
import type { Role } from '../army/role.ts';
import { quoteForShell as quote } from '../kit/sh-quote.ts';

/**
 * What runs in the pane of an agent that has variables of its own or a companion, and then becomes its agent:
 * `sh launch/{role}.sh <the agent's argv>`. `OVLD_SEAT` is how the agent is found again.
 *
 * A companion is started first and waited for, ten seconds at most, and ends when the agent or its pane does.
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
  const lines = ['#!/bin/sh', ...exports, ...(before === undefined ? [] : [before])];
  if (companion === undefined) return [...lines, lingers ? GUARDED : 'exec "$@"', ''].join('\n');
  const { argv, socket, instead } = companion;
  return `${lines.join('\n')}
umask 077
socket=${quote(socket)}
said=$socket.log
rm -f "$socket"
${argv.map(quote).join(' ')} </dev/null >"$said" 2>&1 &
companion=$!
end() { kill "$companion" 2>/dev/null; rm -f "$socket"; }
trap end EXIT
trap 'exit 129' HUP
trap 'exit 143' TERM
trap : INT
looks=0
while [ ! -S "$socket" ] && kill -0 "$companion" 2>/dev/null && [ $looks -lt 100 ]; do
  sleep 0.1
  looks=$((looks + 1))
done
if [ -S "$socket" ]; then
  "$@"
  exit
fi
${instead === undefined ? 'tail -n 5 "$said"\nexit 1' : `end\ntrap - EXIT HUP TERM INT\nexec ${instead.map(quote).join(' ')}`}
`;
}

/**
 * The agent is in the background, with the terminal all the same: a shell that waits for what is in the foreground
 * obeys no signal. The group of our own pid is nobody else's; where we lead none, the agent alone is told. It is
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
wait "$agent"`;
