/* hook.pml - a busy agent is told by its hooks, an idle one by a ring, and each flag once.  Who speaks at the edges?
 * Without LADDER there is no pause and no tick in here, on purpose: a wake that only they would save counts as lost.
 *
 *   Sender   relay/send.ts, relay/wake-recipient.ts              link, raise
 *   Herald   relay/look.ts lookAt, correctStaleBusy, climbOn; ring.ts ring; announced.ts countAnnouncement; ladder.ts, all under the
 *            mutex.  It looks when inbox/, pending/ or state/ changes (files/watch.ts), when the lease on busy ends
 *            and the screen shows rest, and when a pause is over: when nothing is under way any more
 *   Agent    agent/hooks.ts: UserPromptSubmit writes busy; Stop writes idle, *then* tests the flag, claims it,
 *            and keeps the turn going; StopFailure writes idle.  check is relay/inbox.ts check, files/flag.ts clearFlag
 *   Tool     hooks.ts PostToolUse: reads the state, writes it, tests the flag, claims, writes busy, tells.  It runs
 *            beside the agent; what it says waits for the next request
 *
 * The agent acts on what it is told before it says anything else.
 * Switches:
 *   SOCKET      the ring waits in the agent: taken with a tool result, or after the turn.  Else it is typed
 *   GATE        typing is refused while the screen shows a turn
 *   LADDER      pauses end                 ASYNC       the agent does not wait for its tool hook
 *   RINGFAILS, FAILURES  budgets: rings that fail, requests that are refused (StopFailure)
 *   ONE         one message instead of two
 *   ESC         a person may end the turn: no Stop hook runs, the state stays busy
 *   NOTOOL      no tool hook               NOLEASE     the herald believes busy for ever
 *   NOWATCH     the herald hears of changes in inbox/ only: the order alone has to carry it
 *   TESTFIRST   the Stop hook tests the flag, then writes idle
 *   STATEFIRST  the herald reads the state before the flag is up
 *   NOCLAIM     hooks do not claim         CLAIMLATE   hooks tell, then claim
 *   KEEPS       a ring that failed keeps its claim
 *   ATONCE      only a ring to a busy agent fails, and at once: no hook runs meanwhile
 *   ONLYFIRST   only the first try claims; a try after one that failed does not
 *   UNLINKFIRST the flag is unlinked, then all claims are forgotten
 *   KEEPOWN     the flag's own claim stays until the next flag is cleared, and a hook that has claimed looks at the flag again
 */
#ifndef RINGFAILS
#define RINGFAILS 0
#endif
#ifndef FAILURES
#define FAILURES 0
#endif
#ifndef TOOLS
#define TOOLS 1
#endif
#ifdef ONE
#define ALL 1
#else
#define ALL 3
#endif
#define NF  6
#define BELL 1
#define HOOK 2
byte inbox, seen;
byte flag, last;                                 /* pending/{role}: its nonce, 0 = down; the last one given, of five in turn */
byte claim[NF];                                  /* told/{role}/{nonce}: by whom */
bool busy, turn;                                 /* state/{role} says busy; a turn runs */
bool lock, evt, stirred;                         /* the mutex; a change not looked at; one of the state */
bool lease, pause;                               /* the herald's timers: look at the screen; ring again */
byte known, said; bool sent, refused; byte rungs;          /* its Climb; what the tool hook said, not yet in a request */
bool prompt, hook;                               /* a nudge in the agent or its pane; a tool hook runs */
byte own;
byte person = 1, esc = 1, ringfails = RINGFAILS, failures = FAILURES;
byte told[NF], blocks[NF];                       /* ghosts: announcements of a flag; Stop hooks that blocked for it */

#ifdef NOWATCH
#define HEARD skip
#else
#define HEARD evt = 1
#endif
#ifdef LADDER
#define STEEP 1
#else
#define STEEP 0
#endif
#ifdef ONLYFIRST
#define NOCLAIMING (rungs > 0)
#else
#define NOCLAIMING sent
#endif
#define STATE(v) atomic { busy = v; stirred = 1; HEARD }
#define QUIET (!turn && !prompt && !hook && !evt)

#ifdef LIVE
#define ONCE(x) skip
#else
#define ONCE(x) x++; assert(x <= 1)
#endif
inline announce(n) { ONCE(told[n]) }
inline forget() { claim[1] = 0; claim[2] = 0; claim[3] = 0; claim[4] = 0; claim[5] = 0 }
inline clear() {                                 /* files/flag.ts clearFlag */
#ifdef UNLINKFIRST
  atomic { if :: flag != 0 -> flag = 0; HEARD :: else fi };
  d_step { forget() }
#else
#ifdef KEEPOWN
  d_step { own = claim[flag]; forget(); claim[flag] = own; claim[0] = 0; own = 0 }
#else
  d_step { forget() }
#endif
  atomic { if :: flag != 0 -> flag = 0; HEARD :: else fi }
#endif
}
inline check() {                                 /* inbox.ts check */
  atomic { !lock -> lock = 1 } clear();
  atomic { if :: inbox != 0 -> seen = seen | inbox; inbox = 0; evt = 1 :: else fi; lock = 0 }
}
inline raise() {
  if :: flag != 0 :: else -> atomic { if :: flag == 0 -> last = last % 5 + 1; flag = last; told[last] = 0; blocks[last] = 0; HEARD :: else fi } fi
}

proctype Sender() {
  atomic { inbox = inbox | 1; evt = 1 }
  raise();
#ifndef ONE
  atomic { inbox = inbox | 2; evt = 1 }
  raise()
#endif
}

proctype Herald() {
  byte n; bool b, heard, rest, ours, went;
end:
  do
  :: if
     :: atomic { evt && !lock -> lock = 1; evt = 0; heard = stirred; stirred = 0 }
#ifndef NOLEASE
     :: atomic { lease && !evt && !lock && !turn -> lock = 1; lease = 0; rest = 1 }        /* the screen shows rest */
#endif
     :: atomic { STEEP && pause && QUIET && !lock -> lock = 1; pause = 0 }
     fi;
     if
     :: inbox == 0 ->
        known = 0;
        if :: flag == 0 -> goto looked :: else fi;
        clear();
        if :: inbox == 0 -> goto looked :: else fi
     :: else
     fi;
#ifdef STATEFIRST
     b = busy;
#endif
     raise();
     atomic {
       n = flag;
#ifndef STATEFIRST
       b = busy;                                               /* readObserved */
#endif
       if :: known != n -> known = n; rungs = 0; sent = 0; pause = 0; refused = 0 :: else fi;
       if :: !sent && claim[n] == HOOK -> sent = 1; rungs = 1; pause = 1; refused = 0 :: else fi;      /* countAnnouncement */
       if :: heard && !b && refused -> pause = 0; refused = 0 :: else fi;                              /* rested */
       if
       :: b && !rest -> lease = 1;                             /* isStillBusy: left to the hooks */
#ifdef SOCKET
          if :: rungs == 0 :: else -> goto looked fi
#else
          goto looked
#endif
       :: else -> if :: pause && !b -> goto looked :: else fi
       fi }
     if
     :: b && rest -> STATE(0); if :: pause -> goto looked :: else fi
     :: else
     fi;
     if                                                        /* ring */
     :: NOCLAIMING
     :: else ->
        atomic {
          if
#ifdef ATONCE
          :: claim[n] == 0 && ringfails > 0 && turn && busy -> ringfails--; rungs = 1; pause = 1;
#ifdef KEEPS
             claim[n] = BELL;
#endif
             goto looked
#endif
          :: claim[n] == 0 -> claim[n] = BELL; ours = 1
          :: claim[n] == HOOK -> sent = 1; rungs = 1; pause = 1; goto looked
          :: else
          fi }
     fi;
     atomic {
       if
#ifndef ATONCE
       :: ringfails > 0 -> ringfails--
#endif
#if defined(GATE) && !defined(SOCKET)
       :: turn -> refused = 1
       :: !turn -> went = 1
#else
       :: went = 1
#endif
       fi;
       rungs = 1; pause = 1;
       if
       :: went -> prompt = 1; if :: !sent -> sent = 1; announce(n) :: else fi
       :: else
       fi }
#ifndef KEEPS
     if :: ours && !went -> claim[n] = 0 :: else fi;
#endif
looked: atomic { lock = 0; n = 0; b = 0; heard = 0; rest = 0; ours = 0; went = 0 }
  od
}

#define OWED (flag != 0 && inbox != 0)

proctype Tool() {
  byte n; bool s, ours;
end:
  do
  :: atomic { hook -> s = busy }                               /* read_state */
     if :: s -> STATE(1) :: else fi;                           /* the lease is renewed */
     atomic { if :: OWED -> n = flag :: else -> goto over fi }
     if
     :: n != 0 ->
#ifdef CLAIMLATE
        ours = (claim[n] == 0);
        if :: ours -> atomic { announce(n); said = n }; claim[n] = HOOK :: else fi
#else
#ifdef NOCLAIM
        ours = 1;
#else
        atomic { if :: claim[n] == 0 -> claim[n] = HOOK; ours = 1 :: else fi }
#endif
#ifdef KEEPOWN
        if :: flag != n -> ours = 0 :: else fi;
#endif
        if :: ours -> STATE(1); atomic { announce(n); said = n } :: else fi
#endif
     :: else
     fi;
over: atomic { hook = 0; n = 0; s = 0; ours = 0 }
  od
}

inline request() {                               /* to the model; what it is told it acts on */
  if
  :: atomic { failures > 0 -> failures--; said = 0; go = 0; tools = 0 } STATE(0); goto idle           /* StopFailure: consumed */
  :: atomic { if :: said != 0 -> said = 0; go = 1 :: else fi }
     if :: go -> check(); go = 0 :: else fi
  fi
}

proctype Agent() {
  byte n, tools; bool go, ours;
idle: turn = 0;
end:
  do
  :: atomic { prompt -> prompt = 0; turn = 1; go = 1 } STATE(1); goto work
  :: atomic { person > 0 -> person--; turn = 1 } STATE(1); goto work       /* a person gives it work */
  :: person > 0 -> person = 0                                  /* or never does: fairness must not force it */
  od;
work: tools = TOOLS;                                           /* every turn ends */
  request();
  do
#ifndef NOTOOL
  :: atomic { !hook && tools > 0 -> hook = 1; tools-- }                              /* a tool call, and its hook */
#ifndef ASYNC
     !hook;
#endif
#ifdef SOCKET
     atomic { if :: prompt -> prompt = 0; go = 1 :: else fi }
#endif
     request()
#endif
#ifdef ESC
  :: atomic { esc > 0 -> esc--; tools = 0 } goto idle
#endif
  :: tools = 0; break
  od;
  /* Stop */
#ifdef TESTFIRST
  atomic { if :: OWED -> n = flag :: else fi }
  STATE(0);
#else
  STATE(0);
  atomic { if :: OWED -> n = flag :: else fi }
#endif
  if
  :: n != 0 ->
#ifdef NOCLAIM
     ours = 1;
#else
#ifdef CLAIMLATE
     ours = (claim[n] == 0);
#else
     atomic { if :: claim[n] == 0 -> claim[n] = HOOK; ours = 1 :: else fi }
#endif
#endif
     if
     :: ours ->
        STATE(1);
        atomic { announce(n); ONCE(blocks[n]); go = 1 }
#ifdef CLAIMLATE
        claim[n] = HOOK;
#endif
        atomic { n = 0; ours = 0 }
        goto work
     :: else -> n = 0
     fi
  :: else
  fi;
  goto idle
}

init { atomic { run Sender(); run Herald(); run Agent(); run Tool() } }
#ifdef LIVE
ltl live { <> (seen == ALL) }
#endif
