/* hook.pml - a busy agent is told by its hooks, an idle one by a ring.  Who speaks at the edge between the two?
 * No pause of the ladder and no tick in here, on purpose: a wake that only they would save counts as lost.
 *
 *   Sender   relay/send.ts, relay/nudge.ts              link, raise
 *   Herald   relay/herald.ts lookAt                     hasUnread, raise, flag, statuses.observed, ring
 *            it looks when inbox/, pending/ or state/ changes (files/watch.ts), and when the lease on busy ends
 *   Agent    the order its hooks must keep (R7): UserPromptSubmit writes busy; PostToolUse speaks while the flag is up;
 *            Stop writes idle, *then* tests the flag, and keeps the turn going if it is up
 *
 * Switches:
 *   TESTFIRST   the Stop hook tests the flag, then writes idle
 *   STATEFIRST  the herald reads the state before the flag is up
 *   NOWATCH     the herald hears of changes in inbox/ only: the order alone has to carry it
 *   ESC         a person may end the turn: no Stop hook runs, the state stays busy
 *   NOLEASE     the herald believes busy for ever
 */
#define ALL 3
byte inbox, seen;
bool flag, busy;                                 /* pending/{role}; state/{role} says busy */
bool evt, rung, prompt;                          /* change not looked at; this flag was rung for; nudge in the pane */
bool lease;                                      /* the herald has scheduled a look for the end of the lease */
byte turns = 1, esc = 1;

#ifdef NOWATCH
#define HEARD skip
#else
#define HEARD evt = 1
#endif
#define STATE(v) atomic { busy = v; HEARD }

inline clear() { atomic { if :: flag -> flag = 0; rung = 0; HEARD :: else fi } }
inline check() { clear(); atomic { if :: inbox != 0 -> seen = seen | inbox; inbox = 0; evt = 1 :: else fi } }
inline raise() { if :: flag :: else -> atomic { if :: !flag -> flag = 1; HEARD :: else fi } fi }

proctype Sender(byte s) {
  atomic { inbox = inbox | (1 << s); evt = 1 }
  raise()
}

proctype Herald() {
  bool b, expired;
end:
  do
  :: if
     :: atomic { evt -> evt = 0 }
#ifndef NOLEASE
     :: atomic { lease && !evt -> lease = 0; expired = 1 }     /* BUSY_LEASE_MS are over */
#endif
     fi;
     if
     :: inbox == 0 ->
        if :: !flag -> goto looked :: else fi;
        clear();
        if :: inbox == 0 -> goto looked :: else fi
     :: else
     fi;
#ifdef STATEFIRST
     b = busy;
#endif
     raise();
     if :: !flag -> goto looked :: else fi;
#ifndef STATEFIRST
     b = busy;                                                 /* statuses.observed */
#endif
     if
     :: b && !expired -> lease = 1                             /* stillBusy: left to the hooks */
     :: else -> atomic { if :: flag && !rung -> rung = 1; prompt = 1 :: else fi; lease = 0 }
     fi;
looked: atomic { b = 0; expired = 0 }
  od
}

proctype Agent() {
idle: skip;
end:
  do
  :: atomic { prompt -> prompt = 0 } STATE(1); check(); goto work
  :: atomic { turns > 0 -> turns-- } STATE(1); goto work       /* a person gives it work */
  :: turns > 0 -> turns = 0                                    /* or never does: fairness must not force it */
  od;
work: skip;
  do
  :: skip; if :: flag -> check() :: else fi                    /* a tool call, then the PostToolUse hook */
#ifdef ESC
  :: atomic { esc > 0 -> esc-- } goto idle
#endif
  :: break
  od;
#ifdef TESTFIRST
  if :: flag -> check(); goto work :: else fi;
  STATE(0);
#else
  STATE(0);
  if :: flag -> STATE(1); check(); goto work :: else fi;
#endif
  goto idle
}

init { atomic { run Sender(0); run Sender(1); run Herald(); run Agent() } }
#ifdef LIVE
ltl live { <> (seen == ALL) }
#endif
