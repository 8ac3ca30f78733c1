import type { Companion } from '../agent/agent.ts';
import { quoteForShell as quote } from '../kit/sh-quote.ts';

/** Becomes the program that follows, under the pid that it says. */
export const AS_ITSELF = `sh -c 'export OVLD_SEAT_PID=$$; exec "$@"' sh`;

/**
 * The part of a launch script that starts a companion before its agent, which is `"$@"`. It is waited for, thirty seconds
 * at most. One that ends while its agent lives is started again; when the agent or its pane ends, so does it.
 *
 * A shell that waits for what is in the foreground obeys no signal, so another looks after the companion. That hears
 * of the end of the pane as all that runs there does: the first of them may have been killed. The companion is
 * asked to end more than once, for it may take the first time as leave to finish what it is doing.
 */
export const companionScript = ({ argv, socket, instead }: Companion): string => `umask 077
socket=${quote(socket)}
said=$socket.log
gone=$socket.$$
rm -f "$socket"
keep() {
  over=
  trap 'over=1; kill "$companion" 2>/dev/null' HUP TERM
  trap '' INT
  pause=1
  while :; do
    ${AS_ITSELF} ${argv.map(quote).join(' ')} </dev/null >"$said" 2>&1 &
    companion=$!
    wait "$companion"
    [ -z "$over" ] || break
    : >"$gone"
    sleep $pause &
    wait $!
    [ -z "$over" ] && kill -0 $$ 2>/dev/null || break
    [ $pause -ge 8 ] || pause=$((pause * 2))
  done
  looks=0
  while kill "$companion" 2>/dev/null && [ $looks -lt 24 ]; do
    sleep 0.5
    looks=$((looks + 1))
  done
  kill -KILL "$companion" 2>/dev/null
  exit
}
# What its shell says of how it ended would stand in the agent's screen.
keep 2>/dev/null &
keeper=$!
end() { kill "$keeper" 2>/dev/null; rm -f "$gone"; }
trap end EXIT
trap 'exit 129' HUP
trap 'exit 143' TERM
trap : INT
looks=0
while [ ! -S "$socket" ] && [ ! -e "$gone" ] && [ $looks -lt 300 ]; do
  sleep 0.1
  looks=$((looks + 1))
done
if [ -S "$socket" ]; then
  ${AS_ITSELF} "$@"
  exit
fi
${instead === undefined ? 'tail -n 5 "$said"\nexit 1' : `end\ntrap - EXIT HUP TERM INT\nexec ${AS_ITSELF} ${instead.map(quote).join(' ')}`}
`;
