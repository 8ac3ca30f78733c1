#!/usr/bin/env bash
# Checks every model and every variant of it, one at a time, and compares the verdict with the expected one:
# "holds" for the protocol as the code has it, "breaks" for what it does not do. A model that cannot fail proves nothing.
#
#   bash docs/model/run.sh             all checks
#   bash docs/model/run.sh ack         the checks whose name contains "ack"
#   TRACE=1 bash docs/model/run.sh …   with the steps that lead to each break
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")" || exit 1

missing=0
for tool in spin gcc; do
  command -v "$tool" >/dev/null 2>&1 && continue
  printf '%s is missing: install the Debian package %s (apt-get install %s)\n' "$tool" "$tool" "$tool"
  missing=$((missing + 1))
done
if [ "$missing" -gt 0 ]; then
  printf '0 passed, %d failed\n' "$missing"
  exit 1
fi

work=$(mktemp -d "${TMPDIR:-/tmp}/ovld-model.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

only=${1:-}
passed=0
failed=0
models=$PWD
TIMEFORMAT=%1R

search() { # file safety|live flag… : spin, gcc, pan in the current directory
  local file=$1 kind=$2 claim=() build=(-DSAFETY) run=(-E)
  shift 2
  if [ "$kind" = live ]; then claim=(-DLIVE) build=(-DNFAIR=3) run=(-E -a -f); fi
  spin ${claim[@]+"${claim[@]}"} "$@" -a "$models/$file" >spin.log 2>&1 || return 1
  gcc -O0 -w -DMEMLIM=4000 "${build[@]}" -o pan pan.c >gcc.log 2>&1 || return 1
  ./pan "${run[@]}" -m200000 >pan.log 2>&1
  return 0
}

verdict() { # what the search in the current directory found
  if [ ! -s pan.log ]; then echo error
  elif grep -qE 'assertion violated|acceptance cycle' pan.log; then echo breaks
  elif grep -qE 'Search not completed|depth too small|out of memory|aborting' pan.log; then echo unfinished
  elif grep -q 'errors: 0' pan.log; then echo holds
  else echo error; fi
}

trace() { # file safety|live flag…
  local file=$1 kind=$2 claim=()
  shift 2
  if [ "$kind" = live ]; then claim=(-DLIVE); fi
  cp ./*.trail "$models/$file" trace/ 2>/dev/null || return
  (cd trace && spin ${claim[@]+"${claim[@]}"} "$@" -p -g -k ./*.trail "$file") |
    grep -E '\(.*:1\)|CYCLE|Error|^spin:' | grep -v '\.(goto)' | sed 's/^/      /' | tail -n 60
}

heading=
section() { heading=$1; }

check() { # name holds|breaks safety|live what-it-shows file flag…
  local name=$1 want=$2 kind=$3 shows=$4 got seconds states mark=ok
  shift 4
  [[ $name == *"$only"* ]] || return 0
  if [ -n "$heading" ]; then printf '# %s\n' "$heading" && heading=; fi
  mkdir -p "$work/$name/trace" && cd "$work/$name" || exit 1
  seconds=$({ time search "$1" "$kind" "${@:2}" 2>/dev/null; } 2>&1)
  got=$(verdict)
  states=$(awk '/states, stored/ { print $1; exit }' pan.log 2>/dev/null)
  if [ "$got" = "$want" ]; then passed=$((passed + 1)); else failed=$((failed + 1)) mark=FAILED; fi
  printf '%-6s %-24s %-6s %9s states %6s s  %s\n' "$mark" "$name" "$got" "${states:--}" "$seconds" "$shows"
  if [ "$mark" = FAILED ]; then
    printf '       expected: %s   (%s)\n' "$want" "$*"
    cat spin.log gcc.log 2>/dev/null | grep -iE 'error' | head -n 5
  fi
  if [ "$got" = breaks ] && { [ "$mark" = FAILED ] || [ -n "${TRACE:-}" ]; }; then trace "$1" "$kind" "${@:2}"; fi
  cd "$models" && rm -rf "${work:?}/$name"
}

calm='-DCRASHES=0 -DLOSS=0'
one='-DNSEND=1'
two='-DNR=2 -DNSEND=1 -DCRASHES=0 -DLOSS=0'
agent='-DHOOKS -DCANCELS=0'
deaf='-DNOWATCH -DNOLEASE'
sure='-DKILLS=0 -DLOSS=0 -DDEATHS=0'

# shellcheck disable=SC2086
{
  section 'the ancestor: what this protocol replaces'
  check ancestor-order         breaks live   'test then write, read then clear: a wake is lost'            ancestor.pml
  check ancestor-excl          breaks live   'an atomic flag alone does not help'                          ancestor.pml -DEXCL
  check ancestor-rings         breaks safety 'two senders both ring'                                       ancestor.pml -DCOUNT
  check ancestor-kill          breaks live   'read and delete: a kill before the reply loses mail'         ancestor.pml -DEXCL -DORDER -DKILL
  check ancestor-turned        holds  live   'link the flag; clear, then read: no wake is lost'            ancestor.pml -DEXCL -DORDER
  check ancestor-turned-rings  holds  safety '... and one ring for a flag'                                 ancestor.pml -DEXCL -DORDER -DCOUNT

  section 'one relay: nothing lost, no silent duplicate'
  check relay-kept             holds  safety 'two senders, SIGKILL, lost rings'                            relay.pml
  check relay-kept-page        holds  safety 'one sender with two messages, one a reply, two SIGKILLs'     relay.pml $one -DPER=2 -DPAGE -DCRASHES=2
  check relay-unlinks          breaks safety 'collect deletes instead of renaming: mail is lost'           relay.pml -DUNLINKS -DLOSS=0 -DSPONT=0
  check relay-markafter        breaks safety 'the mark as a second step: a silent duplicate'               relay.pml $one -DMARKAFTER -DCRASHES=2 -DLOSS=0

  section 'one relay: every message is handed over'
  check relay-handed           holds  live   'two senders, SIGKILL, lost rings'                            relay.pml
  check relay-handed-page      holds  live   'one message a reply'                                         relay.pml $one -DPER=2 -DPAGE
  check relay-handed-events    holds  live   'by events alone, without the tick'                           relay.pml $one -DPER=2 -DNOTICK
  check relay-handed-at-once   holds  live   'without any pause of the ladder, when no ring is lost'       relay.pml $calm -DNOTIMER
  check relay-evloss           breaks live   'an event gets lost and there is no tick'                     relay.pml $one $calm -DSPONT=0 -DNOTICK -DEVLOSS
  check relay-notimer          breaks live   'a ring gets lost and there is no ladder'                     relay.pml $one -DCRASHES=0 -DSPONT=0 -DNOTIMER
  check relay-raiseronly       breaks live   'ring at once only for a flag raised by oneself'              relay.pml $one $calm -DSPONT=0 -DNOTIMER -DRAISERONLY
  check relay-quiet            holds  live   'when all is read the flag ends down'                         relay.pml $calm -DQUIET
  check relay-nostale          breaks live   'a flag over an empty inbox stays up'                         relay.pml $calm -DQUIET -DNOSTALE

  section 'one relay: one ring for a flag'
  check relay-rings            holds  safety 'two senders, calls without a ring'                           relay.pml $calm -DCOUNT -DSPONT=2
  check relay-rings-page       holds  safety 'what a page leaves behind counts as rung'                    relay.pml $calm -DCOUNT -DSPONT=2 -DPAGE
  check relay-norest           breaks safety 'what a page leaves behind gets no flag'                      relay.pml $calm -DCOUNT -DSPONT=2 -DPAGE -DNOREST
  check relay-nolock           breaks safety 'no mutex between herald and check_inbox'                     relay.pml $calm -DCOUNT -DNOLOCK
  check relay-ringout          breaks safety 'the mutex is given back before the ring'                     relay.pml $calm -DCOUNT -DRINGOUT
  check relay-eager            breaks safety 'a pause shorter than the agent needs: rings twice, accepted' relay.pml $calm -DCOUNT -DEAGER
  check relay-storm            holds  safety 'a ring that fails waits for its pause'                       relay.pml -DCRASHES=0 -DLOSS=4 -DSPONT=0 -DNOTIMER -DSTORM=1
  check relay-lower            breaks safety 'a failed ring lowers the flag: it fails again at once'       relay.pml $one -DCRASHES=0 -DLOSS=4 -DSPONT=0 -DNOTIMER -DSTORM=3 -DLOWER

  section 'two relays of one role'
  check two-kept               holds  safety 'nothing lost, no silent duplicate'                           relay.pml $two -DSPONT=0
  check two-kept-calls         holds  safety '... with calls without a ring on both'                       relay.pml $two -DSPONT=2 -DNOHERALD
  check two-handed             holds  live   'one seat is closed for good'                                 relay.pml $two -DSPONT=0
  check two-startonly          breaks live   'mail of the dead put back at the start only'                 relay.pml $two -DSPONT=0 -DSTARTONLY
  check two-deaf               holds  live   'the newest relay has no agent: the older one rings, later'   relay.pml $two -DSPONT=0 -DDEAF -DBOTHUP
  check two-strictduty         breaks live   '... if it never rang'                                        relay.pml $two -DSPONT=0 -DDEAF -DBOTHUP -DSTRICTDUTY
  check two-rings              holds  safety 'one ring for a flag, both up'                                relay.pml $two -DSPONT=1 -DCOUNT -DBOTHUP
  check two-noduty             breaks safety 'both ring'                                                   relay.pml $two -DSPONT=0 -DCOUNT -DBOTHUP -DNODUTY
  check two-rings-start        breaks safety 'a relay that starts rings once more: accepted'               relay.pml $two -DSPONT=0 -DCOUNT

  section 'only the dead are put back'
  check seats-dead             holds  safety 'relays start, stop and die while another puts back'          seats.pml
  check seats-listed-first     breaks safety 'seats listed before collected/ is read: a living one is hit' seats.pml -DSEATSFIRST
  check seats-mkdir-first      breaks safety 'the directory made before the record'                        seats.pml -DMKDIRFIRST
  check seats-anybody          breaks safety 'no check of which is alive'                                  seats.pml -DANYBODY

  section 'no relay: the sender types, the deputy goes on'
  check norelay-handed         holds  live   'sender killed, rings lost, the relay dies twice'             norelay.pml -DLOSS=2 -DDEATHS=2
  check norelay-handed-two     holds  live   'two senders, a lost ring'                                    norelay.pml -DSENDERS=2 -DKILLS=0 -DDEATHS=0
  check norelay-kept           holds  live   'its keeper instead of a deputy: an army of one'              norelay.pml -DLOSS=2 -DDEATHS=2 -DNODEPUTY -DKEEPER
  check norelay-kept-two       holds  live   'two senders and a keeper'                                    norelay.pml -DSENDERS=2 -DKILLS=0 -DDEATHS=1 -DNODEPUTY -DKEEPER
  check norelay-killed         breaks live   'no deputy: a sender killed before it types'                  norelay.pml -DKILLS=1 -DLOSS=0 -DDEATHS=0 -DNODEPUTY
  check norelay-lost           breaks live   'no deputy: what was typed gets lost'                         norelay.pml -DKILLS=0 -DLOSS=1 -DDEATHS=0 -DNODEPUTY
  check norelay-dies           breaks live   'no deputy: the relay dies'                                   norelay.pml -DKILLS=0 -DLOSS=0 -DDEATHS=1 -DNODEPUTY
  check norelay-noreconnect    breaks live   'a nudge to an agent that has no tools'                       norelay.pml $sure -DNORECONNECT
  check norelay-once           breaks live   'the reconnect words typed once, and lost'                    norelay.pml -DKILLS=0 -DLOSS=1 -DDEATHS=0 -DONCE
  check norelay-notimer        breaks live   'the deputy may raise first: then only its pause rings'       norelay.pml $sure -DNOTIMER
  check norelay-rings          holds  safety 'one ring from outside for a flag until a pause ends'         norelay.pml $sure -DSENDERS=2 -DNOTIMER -DCOUNT
  check norelay-eager          breaks safety 'the deputy rings a fresh flag: so does the sender'           norelay.pml $sure -DNOTIMER -DCOUNT -DEAGERDEPUTY
  check norelay-rings-all      holds  safety 'one nudge for a flag, the relay that comes back included'    norelay.pml $sure -DSENDERS=2 -DNOTIMER -DCOUNTALL
  check norelay-overtaken      breaks safety 'a pause ends while the relay comes back: twice, accepted'    norelay.pml $sure -DCOUNTALL
  check norelay-storm          holds  safety 'typing that fails is not repeated by the next sender'        norelay.pml -DKILLS=0 -DLOSS=4 -DDEATHS=0 -DSENDERS=2 -DNODEPUTY -DIDLEDEPUTY -DNOTIMER -DSTORM=1
  check norelay-lower          breaks safety 'a failed ring lowers the flag'                               norelay.pml -DKILLS=0 -DLOSS=4 -DDEATHS=0 -DSENDERS=2 -DNODEPUTY -DIDLEDEPUTY -DNOTIMER -DSTORM=1 -DLOWER

  section 'acknowledge'
  check ack-honest             holds  safety 'what is acknowledged was read; cancel, SIGKILL, stop'        ack.pml
  check ack-handed             holds  live   'every message is read in the end'                            ack.pml
  check ack-onreturn           breaks safety 'acknowledge when the tool returned'                          ack.pml -DONRETURN
  check ack-onflush            breaks safety 'acknowledge when the reply was written'                      ack.pml -DONFLUSH
  check ack-deafcancel         breaks safety 'a cancellation after the reply is ignored'                   ack.pml -DDEAFCANCEL
  check ack-forgets            breaks live   'a cancellation before the tool has begun is forgotten'       ack.pml -DFORGETS
  check ack-nomark             breaks safety 'put back without the mark: a silent duplicate'               ack.pml -DNOMARK
  check ack-noback             breaks live   'what a dead relay held stays there'                          ack.pml -DNOBACK
  check ack-pipeline           breaks safety 'a request sent before the reply was read: the known limit'   ack.pml -DPIPELINE

  section 'acknowledge at the end of the turn'
  check turn-honest            holds  safety 'in the archive is what was in a model request'              ack.pml $agent
  check turn-handed            holds  live   'every message is in a model request in the end'             ack.pml $agent -DESCS=0
  check turn-handed-esc        holds  live   '... with a turn cut off by Esc'                             ack.pml $agent -DREFUSALS=0 -DPINGS=0
  check turn-spoke             breaks safety 'the next request acknowledges: it came in the same breath'  ack.pml $agent -DESCS=0 -DSPOKE
  check turn-ontool            breaks safety 'PostToolUse acknowledges: no request was made yet'          ack.pml $agent -DESCS=0 -DREFUSALS=0 -DONTOOL
  check turn-failcounts        breaks safety 'StopFailure counts as an end of the turn'                   ack.pml $agent -DESCS=0 -DFAILCOUNTS
  check turn-drops             breaks safety 'a request ends the wait for a cancellation'                 ack.pml $agent -DREFUSALS=0 -DDROPS
  check turn-slow              breaks safety 'the model answers before a cancellation is read: accepted'  ack.pml $agent -DREFUSALS=0 -DSLOW
  check turn-clear             breaks safety 'cut off, then /clear: the reply is thrown away'             ack.pml $agent -DREFUSALS=0 -DCLEAR

  section 'busy agents'
  check hook-order             holds  live   'the order alone, hearing nothing but the inbox'             hook.pml $deaf
  check hook-order-socket      holds  live   '... with an inbox socket'                                   hook.pml $deaf -DSOCKET
  check hook-testfirst         breaks live   'Stop hook tests the flag, then writes idle'                 hook.pml $deaf -DTESTFIRST
  check hook-statefirst        breaks live   'herald reads the state, then raises'                        hook.pml $deaf -DSTATEFIRST
  check hook-failed            holds  live   'a ring fails in the turn: the hooks tell'                   hook.pml $deaf -DSOCKET -DRINGFAILS=1 -DATONCE
  check hook-keeps             breaks live   '... if it kept its claim'                                   hook.pml $deaf -DSOCKET -DRINGFAILS=1 -DATONCE -DKEEPS
  check hook-refused           breaks live   'typing refused after Stop has looked: the pause'      hook.pml -DGATE
  check hook-refused-pause     holds  live   '... which ends'                                             hook.pml -DGATE -DLADDER
  check hook-lease             holds  live   'a turn ended by Esc: the lease on busy ends'                hook.pml -DLADDER -DESC
  check hook-nolease           breaks live   '... if busy were believed for ever'                         hook.pml -DLADDER -DESC -DNOLEASE
  check hook-failure           holds  live   'StopFailure consumes the wake: it is rung again'            hook.pml -DLADDER -DFAILURES=1
  check hook-failure-once      breaks live   '... if there were no ladder'                                hook.pml -DFAILURES=1

  section 'busy agents: one announcement for a flag'
  check told-once              holds  safety 'ring, tool hook and Stop hook: one of them'                 hook.pml -DLADDER
  check told-once-socket       holds  safety '... with an inbox socket'                                   hook.pml -DLADDER -DSOCKET
  check told-once-failed       holds  safety '... when a ring fails'                                      hook.pml -DLADDER -DRINGFAILS=1
  check told-once-refused      holds  safety '... when typing is refused'                                 hook.pml -DLADDER -DGATE
  check told-onlyfirst         breaks safety 'the ring after one that failed does not claim'              hook.pml -DLADDER -DGATE -DONLYFIRST
  check told-noclaim           breaks safety 'hooks do not claim'                                         hook.pml -DSOCKET -DNOCLAIM
  check told-claimlate         breaks safety 'hooks tell, then claim'                                     hook.pml -DSOCKET -DCLAIMLATE
  check told-unlinkfirst       breaks safety 'unlink the flag, then forget all claims'                    hook.pml -DUNLINKFIRST

  section 'busy agents: tool calls that do not wait for their hook'
  check async-handed           holds  live   'nothing is lost, with lease and ladder'                     hook.pml -DASYNC -DLADDER -DSOCKET -DONE
  check async-late             breaks live   'told after the last request of the turn: the pause'         hook.pml -DASYNC
  check async-busy             breaks live   'it writes busy over the idle of Stop: the lease'            hook.pml -DASYNC -DLADDER -DNOLEASE
  check async-forgets          breaks safety 'it claims between forget and unlink: told twice'            hook.pml -DASYNC
  check async-own              holds  safety 'own claim kept, the flag looked at again after the claim'   hook.pml -DASYNC -DKEEPOWN -DNOLEASE

  section 'clean up under living relays'
  check cleanup-aside          holds  safety 'rename aside, then save: nothing delivered is lost'          cleanup.pml
  check cleanup-copyfirst      breaks safety 'save, then delete'                                           cleanup.pml -DCOPYFIRST
  check cleanup-mkdir          breaks safety 'deliver makes the directory anew'                            cleanup.pml -DMKDIR
  check cleanup-notheld        breaks safety 'mail handed over but not acknowledged is not saved'          cleanup.pml -DNOTHELD
}

echo
printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
