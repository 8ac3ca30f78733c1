/* relay.pml - one role: senders, flag, inbox, herald, check_inbox; SIGKILL anywhere; one relay or two.
 *
 * Every statement, or atomic{}, is one system call of src/store/files, or one step outside it (a ring,
 * a reply).  Sets of messages are bit masks.  A flag's nonce is not a number here: what matters of it is
 * whether a herald's climb is for the flag that is up now (known), so a cleared flag forgets every climb.
 *
 *   Sender   relay/send.ts send, relay/wake-recipient.ts     deliver = link, raise = lstat then link
 *   Relay    relay/relay.ts startRelay, relay/herald.ts   tick; relay/look.ts lookAt, climbOn
 *   Agent    relay/inbox.ts check                         clear, collect, flagTheRest, acknowledge
 *   Reaper   kill -9 of a relay at any point; with two relays, one of the seats closed for good
 *
 * Switches; each brings back something the code does not do, and has its own line in run.sh:
 *   UNLINKS     collect deletes the file instead of renaming it into collected/
 *   MARKAFTER   put back = rename, and the mark in a second step
 *   RAISERONLY  a herald rings at once only for a flag it raised itself
 *   LOWER       a failed ring lowers the flag            (STORM=n: at most n failed rings without a timer)
 *   NOSTALE     a flag over an empty inbox stays up      (QUIET: the flag ends down)
 *   NOTIMER     no pause of the ladder ever ends         EAGER    a pause may end while the agent is on its way
 *   NOTICK      the herald looks at events only          EVLOSS   an event may get lost
 *   STARTONLY   mail of dead relays is put back at the start only, not on the tick
 *   NOLOCK      no mutex between herald and check_inbox  RINGOUT  the mutex is given back before the ring
 *   PAGE        a reply holds one message                NOREST   ... and what stays behind gets no flag
 *   NODUTY      every relay of the role rings at once    STRICTDUTY  one that is not the newest never rings
 *   DEAF        the newest relay lives on without an agent that hears it
 *   NOHERALD    relays put back and never ring: agents look when they like (SPONT)
 *   BOTHUP      both relays are up from the start and stay
 *   COUNT       assert: one ring for a flag, and no ring for mail that was rung for already
 * Budgets: NR relays, NSEND senders with PER messages each, CRASHES, LOSS (rings that fail or get lost),
 * SPONT (calls of check_inbox without a ring).
 */
#ifndef NR
#define NR 1
#endif
#ifndef NSEND
#define NSEND 2
#endif
#ifndef PER
#define PER 1
#endif
#ifndef CRASHES
#define CRASHES 1
#endif
#ifndef LOSS
#define LOSS 1
#endif
#ifndef SPONT
#define SPONT 1
#endif
#define ALL    ((1 << (NSEND * PER)) - 1)
#define LOW(s) ((s) & (-(s)))                    /* the oldest message of a set */

byte inbox, orphan, arch, mark;                  /* directories; mark = .rN in the file name */
byte coll[NR];                                   /* collected/{role}/{incarnation}/ of relay r; orphan: of dead ones */
bool flag;                                       /* pending/{role} */
bool alive[NR], gone[NR];                        /* agents/{role}/{incarnation}.json and the process behind it */
bool known[NR];                                  /* climbs: relay r has a climb for the flag that is up now */
bool current[NR];                                /* the flag the look of relay r has read is the one that is up now */
bool lock[NR], want[NR];                         /* kit/mutex.ts: first come, first served */
bool incall[NR], hkill[NR], akill[NR];           /* in check_inbox; killed, not yet noticed by herald, by check_inbox */
bool evt[NR];                                    /* a change not yet looked at: events coalesce */
bool wake[NR];                                   /* the nudge stands in the pane, the agent has not acted on it */
byte crashes = CRASHES, loss = LOSS, spont = SPONT;
byte stored, seen, covered, rings, fails;        /* ghosts: they only observe */
bool silentdup, deaf;

#ifdef NOLOCK
#define FREE(r)   1
#define TAKE(r)   skip
#define LOCKA(r)  skip
#define UNLOCK(r) skip
#else
#define FREE(r)   (!lock[r] && !want[r])
#define TAKE(r)   lock[r] = 1
#define LOCKA(r)  atomic { !lock[r] -> lock[r] = 1; want[r] = 0 }
#define UNLOCK(r) lock[r] = 0
#endif
#define LOCK(r)   atomic { FREE(r) -> TAKE(r) }

#ifdef EVLOSS
#define TELL(r) if :: evt[r] = 1 :: skip fi
#else
#ifdef NOTICK
#define TELL(r) evt[r] = 1
#else
#define TELL(r) skip                             /* the tick looks all the time: events would add nothing */
#endif
#endif

#if NR == 2
#define CHANGED   TELL(0); TELL(1)
#define HELD      (coll[0] | coll[1])
#define FORGET    known[0] = 0; known[1] = 0; current[0] = 0; current[1] = 0; rings = 0
#define QUIETNOW  (!wake[0] && (!wake[1] || deaf) && !incall[0] && !incall[1])
#define LONGER(r) ((r) == 1 || !alive[1] || known[1])   /* STANDBY_MS: the newer relay had time to ring */
#ifdef NODUTY
#define DUTY(r)   1
#else
#define DUTY(r)   ((r) == 1 || !alive[1])        /* presence.ts pickActive: the greatest living incarnation */
#endif
#else
#define CHANGED   TELL(0)
#define HELD      coll[0]
#define FORGET    known[0] = 0; current[0] = 0; rings = 0
#define QUIETNOW  (!wake[0] && !incall[0])
#define LONGER(r) 1
#define DUTY(r)   1
#endif

/* ladder.ts due: a pause is longer than an agent needs to act on a nudge that reached it. */
#ifdef NOTIMER
#define PAUSEOVER(r) 0
#else
#ifdef EAGER
#define PAUSEOVER(r) 1
#else
#define PAUSEOVER(r) (QUIETNOW && LONGER(r))
#endif
#endif

#ifdef COUNT
#if NR == 1
#define COUNTED(r) assert(!current[r] || rings == 0); assert((inbox & covered) == 0); covered = covered | inbox; rings = rings + current[r]
#else
#define COUNTED(r) assert(!current[r] || rings == 0); rings = rings + current[r]
#endif
#else
#define COUNTED(r) skip
#endif
#ifdef STORM
#define FAILED fails++; assert(fails <= STORM)
#else
#define FAILED skip
#endif

/* files/flag.ts raiseFlag: lstat, then link; EEXIST means that another raised it. */
inline raise() {
  if
  :: flag
  :: else -> atomic { won = !flag; if :: won -> flag = 1; CHANGED :: else fi }
  fi
}
/* files/flag.ts clearFlag: unlink; ENOENT is as good. */
inline clear() { atomic { if :: flag -> flag = 0; FORGET; CHANGED :: else fi } }

proctype Sender(byte s) {
  byte k = 0; bool won;
  do
  :: k < PER ->
     atomic { inbox = inbox | (1 << (PER * s + k)); stored = stored | (1 << (PER * s + k)); CHANGED }   /* deliver: link */
     if
     :: raise()
     :: atomic { crashes > 0 -> crashes-- }                    /* killed between the two */
     fi;
     atomic { won = 0; k++ }
  :: else -> break
  od
}

/* files/keeping.ts putBackDead: readdir, then one rename for each message, which carries the mark. */
inline putBackDead() {
  do
  :: atomic { orphan != 0 -> x = LOW(orphan); orphan = orphan & ~x; inbox = inbox | x;
#ifdef MARKAFTER
       CHANGED }
     atomic { mark = mark | x; x = 0 }
#else
       mark = mark | x; x = 0; CHANGED }
#endif
  :: orphan == 0 -> break
  od
}

/* relay/ring.ts ring: it reaches the agent, gets lost on the way, or fails and we know. */
inline ring(r) {
  if
  :: wake[r] = 1; COUNTED(r)
  :: loss > 0 -> loss--; COUNTED(r)
  :: loss > 0 -> loss--; FAILED;
#ifdef LOWER
     if :: flag -> flag = 0; FORGET; CHANGED :: else fi
#endif
  fi
}

proctype Relay(byte r) {
  byte x; bool duty, won, same, go;
boot:
  atomic { hkill[r] = 0; x = 0; duty = 0; won = 0; same = 0; go = 0; if :: gone[r] -> goto dead :: else fi }
  {
    alive[r] = 1;                                              /* seats.add */
    LOCK(r); putBackDead(); UNLOCK(r);                         /* herald.start: the first tick */
    evt[r] = 1;
end:
    do
#ifndef STARTONLY
    :: atomic { orphan != 0 && FREE(r) -> TAKE(r) } putBackDead(); UNLOCK(r)       /* herald.tick */
#endif
#ifndef NOHERALD
#ifdef NOTICK
    :: atomic { evt[r] || (flag && known[r] && PAUSEOVER(r)) -> evt[r] = 0 } LOCK(r);
#else
    :: atomic { (inbox != 0 || flag) && FREE(r) -> TAKE(r) }   /* herald.wake; any other look finds nothing to do */
#endif
       duty = DUTY(r);                                         /* ownStance */
       if                                                      /* lookAt: hasUnread */
       :: inbox == 0 -> known[r] = 0;                          /* climbs.delete */
#ifdef NOSTALE
          goto looked
#else
          if :: !duty || !flag -> goto looked :: else fi;      /* readFlag */
          clear();
          if :: inbox == 0 -> goto looked :: else fi           /* hasUnread, once more */
#endif
       :: else
       fi;
       raise();
       atomic { current[r] = flag; same = known[r]; if :: !flag -> goto looked :: else fi }    /* readFlag, climbs.get */
       atomic {                                                /* sight, due, climbOn */
         if
#ifdef RAISERONLY
         :: !same && won -> go = 1
         :: same && PAUSEOVER(r) -> go = 1
#else
         :: !same && duty -> go = 1                            /* a flag not rung for yet: now */
#ifdef STRICTDUTY
         :: same && duty && PAUSEOVER(r) -> go = 1
#else
         :: same && PAUSEOVER(r) -> go = 1                     /* the next rung, active or on standby */
#endif
#endif
         :: else
         fi;
         known[r] = current[r];
#ifndef RINGOUT
         if :: go -> ring(r) :: else fi; go = 0
#endif
       }
looked:
       atomic { UNLOCK(r); current[r] = current[r] && go; won = 0; same = 0; duty = 0 }
#ifdef RINGOUT
       if :: go -> atomic { ring(r); go = 0; current[r] = 0 } :: else fi
#endif
#endif
    od
  } unless { hkill[r] };
  goto boot;
dead: skip
}

inline kill(r) {
  alive[r] = 0; hkill[r] = 1; akill[r] = incall[r]; known[r] = 0; current[r] = 0; evt[r] = 0; lock[r] = 0; want[r] = 0;
  orphan = orphan | coll[r]; coll[r] = 0                       /* its directory is a dead incarnation's now */
}

proctype Reaper() {
end:
  do
  :: atomic { crashes > 0 && alive[0] && !hkill[0] -> crashes--; kill(0) }         /* the agent starts it again */
#if NR == 2
  :: atomic { crashes > 0 && alive[1] && !hkill[1] -> crashes--; kill(1) }
#ifndef BOTHUP
  :: atomic { !gone[0] && !gone[1] && !deaf -> gone[0] = 1; kill(0); wake[0] = 0 } /* closed for good, agent and all */
  :: atomic { !gone[0] && !gone[1] -> gone[1] = 1; kill(1); wake[1] = 0 }
#endif
#endif
  :: break                                                     /* fairness must not force a death */
  od
}

inline begin(r) { incall[r] = 1; want[r] = 1 }

proctype Agent(byte r) {
  byte x, got, gotmark, snap; bool won;
idle:
end:
  do
  :: atomic { alive[r] && wake[r] -> wake[r] = 0; begin(r) } break
  :: atomic { alive[r] && spont > 0 -> spont--; begin(r) } break
  :: spont > 0 -> spont = 0                                    /* fairness must not force it to look by itself */
  :: atomic { !alive[r] && wake[r] -> wake[r] = 0 }            /* woken, but it has no tools */
  :: gone[r] -> goto done
#ifdef DEAF
  :: atomic { r == 1 && !gone[0] && !gone[1] -> deaf = 1; goto done }
#endif
  od;
  {
    LOCKA(r);
    clear();
    snap = inbox;                                              /* collect: readdir ... */
    do
    :: atomic { snap != 0 -> x = LOW(snap); snap = snap & ~x;  /* ... and one rename each: one caller wins */
         if
         :: inbox & x -> inbox = inbox & ~x; got = got | x; gotmark = gotmark | (mark & x); CHANGED;
#ifndef UNLINKS
            coll[r] = coll[r] | x;
#endif
         :: else
         fi;
         x = 0 }
#ifdef PAGE
       break
#endif
    :: snap == 0 -> break
    od;
#ifndef NOREST
    if
    :: snap != 0 -> raise(); known[r] = flag                   /* flagTheRest: raiseFlag, readFlag, countAsRung */
    :: else
    fi;
#endif
#ifdef PAGE
    if                                                         /* the reply says "more": it calls again, or it does not */
    :: snap != 0 -> if :: wake[r] = 1 :: atomic { loss > 0 -> loss-- } fi
    :: else
    fi;
#endif
    UNLOCK(r);
    atomic { if :: got & seen & ~gotmark -> silentdup = 1 :: else fi; seen = seen | got; gotmark = 0 }    /* the reply */
    do                                                         /* files/keeping.ts acknowledge: one rename each */
    :: atomic { got != 0 -> x = LOW(got); got = got & ~x;
#ifndef UNLINKS
         if :: coll[r] & x -> coll[r] = coll[r] & ~x; arch = arch | x :: else fi;
#else
         arch = arch | x;
#endif
         x = 0 }
    :: got == 0 -> break
    od
  } unless { akill[r] };
  atomic { incall[r] = 0; akill[r] = 0; x = 0; got = 0; gotmark = 0; snap = 0; won = 0 }
  goto idle;
done: skip
}

#ifdef UNLINKS
#define KEPT ((stored & ~(inbox | arch | seen)) == 0 || incall[0])
#else
#define KEPT ((stored & ~(inbox | HELD | orphan | arch)) == 0)
#endif
#define HONEST ((arch & ~seen) == 0)             /* nothing is acknowledged that was not given */

proctype Monitor() {
end: atomic { !KEPT || !HONEST || silentdup -> assert(KEPT); assert(HONEST); assert(!silentdup) }
}

init { atomic {
#ifdef BOTHUP
  alive[0] = 1; alive[1] = 1;
#endif
  run Sender(0);
#if NSEND == 2
  run Sender(1);
#endif
  run Relay(0); run Agent(0);
#if NR == 2
  run Relay(1); run Agent(1);
#endif
  run Reaper();
#ifndef LIVE
  run Monitor()
#endif
} }

#ifdef LIVE
#ifdef QUIET
ltl quiet { <>[] (!flag) }
#else
ltl live { <> (seen == ALL) }
#endif
#endif
