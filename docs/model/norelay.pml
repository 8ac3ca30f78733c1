/* norelay.pml - the recipient's agent lives, its relay does not: the sender that raised the flag types, and the
 * deputy goes on from there.
 *
 *   Sender   relay/send.ts send, relay/wake-recipient.ts     link, findActiveRelay, raiseFlag, readFlag, ring
 *   Deputy   relay/herald.ts standIn, lookAt(.., 'deputy')   findActiveRelay, putBackDead, hasUnread, raiseFlag, readFlag, ring
 *   Keeper   relay/keep.ts keepRelay                         seats, putBackDead, reconnect; takes the deputy's place
 *   Herald   relay/look.ts lookAt of the recipient's own relay, while there is one
 *   Agent    acts on what was typed: on a nudge by check_inbox (relay/inbox.ts), which needs a relay;
 *            on the reconnect words by starting one (relay/relay.ts startRelay)
 *   ring     relay/ring.ts over relay/reach.ts doorbellsFor, and wider: a nudge may follow a reconnect that failed, and the
 *            two take turns, where the code only reconnects; the nudge alone where the relay lives
 *
 * Switches:
 *   KEEPER      the relay's keeper lives                  IDLEDEPUTY   with NODEPUTY: there is one, and no pause of it ends
 *   NODEPUTY    no relay goes on                          EAGERDEPUTY  a fresh flag is the deputy's to ring at once
 *   NORECONNECT the reconnect words are not typed         ONCE    they are typed once, and not again if that failed
 *   LOWER       a failed ring lowers the flag             (STORM=n: at most n failed rings while no pause ends)
 *   NOTIMER     no pause of the ladder ever ends
 *   COUNT       assert: one ring from outside for a flag, as long as no pause ends
 *   COUNTALL    assert: one nudge for a flag, whichever process types it
 * Budgets: SENDERS, KILLS (senders killed), LOSS (rings that fail or get lost), DEATHS (of the recipient's relay).
 */
#ifndef KILLS
#define KILLS 1
#endif
#ifndef LOSS
#define LOSS 1
#endif
#ifndef DEATHS
#define DEATHS 1
#endif
#ifndef SENDERS
#define SENDERS 1
#endif
#define ALL ((1 << SENDERS) - 1)
byte inbox, coll, orphan, seen;                  /* directories; orphan = collected/ of dead incarnations */
bool flag;
bool up, incall;                                 /* the recipient's relay, its check_inbox */
bool dknown, rknown;                             /* climbs of the deputy, of the relay: for the flag that is up now */
bool nudged, reconnect;                          /* typed, and not yet acted on */
byte typing;                                     /* senders between raise and the end of their ring */
byte kills = KILLS, loss = LOSS, deaths = DEATHS;
byte nudges, outs, fails; bool told;       /* ghosts; told = reconnect was tried (for ONCE) */

#define FORGET dknown = 0; rknown = 0; nudges = 0; outs = 0
#ifdef COUNT
#define COUNTOUT outs++; assert(outs <= 1)
#else
#define COUNTOUT skip
#endif
#ifdef COUNTALL
#define COUNTN nudges++; assert(nudges <= 1)
#else
#define COUNTN skip
#endif
#ifdef STORM
#define FAILED fails++; assert(fails <= STORM)
#else
#define FAILED skip
#endif
#ifdef NOTIMER
#define PAUSEOVER 0
#else
#define PAUSEOVER (typing == 0 && !nudged && !reconnect && !incall)    /* a pause outlasts a ring that is on its way */
#endif
#ifdef NORECONNECT
#define LOST 0
#else
#ifdef ONCE
#define LOST (!up && !told)
#else
#define LOST (!up)
#endif
#endif

#ifdef KEEPER
#define RUNG(won) 1                                            /* the keeper brings the relay that rings */
#else
#if defined(NODEPUTY) && !defined(IDLEDEPUTY)
#define RUNG(won) 0                                            /* no other rings: the flag may be up, the sender types */
#else
#define RUNG(won) (!(won))
#endif
#endif

inline raise() { won = 0; if :: flag :: else -> atomic { won = !flag; flag = 1 } fi }
inline clear() { atomic { if :: flag -> flag = 0; FORGET :: else fi } }

/* One doorbell: taken, swallowed (which looks taken), or failed and we know. */
inline typeNudge() {
  if
  :: nudged = 1; COUNTN; sent = 1
  :: loss > 0 -> loss--; COUNTN; sent = 1
  :: loss > 0 -> loss--
  fi
}
inline typeReconnect() {
  told = 1;
  if
  :: reconnect = 1; sent = 1
  :: loss > 0 -> loss--; sent = 1
  :: loss > 0 -> loss--
  fi
}
inline ring(odd) {
  atomic {
    COUNTOUT; sent = 0;
    if
    :: LOST && !odd -> typeReconnect(); if :: !sent -> typeNudge() :: else fi
    :: LOST && odd -> typeNudge(); if :: !sent -> typeReconnect() :: else fi
    :: !LOST -> typeNudge()
    fi;
    if :: !sent -> FAILED :: else fi;
#ifdef LOWER
    if :: !sent && flag -> flag = 0; FORGET :: else fi;
#endif
    sent = 0
  }
}

proctype Sender(byte s) {
  bool live, won, sent;
  inbox = inbox | (1 << s);                                    /* deliver: link */
  if
  :: atomic { kills > 0 -> kills--; goto done }                /* killed before the raise: unknown to all */
  :: live = up                                                 /* findActiveRelay */
  fi;
  atomic { typing++ }
  raise();
  if
  :: live || RUNG(won)                                         /* 'ringing', 'coalesced' */
  :: !live && !RUNG(won) ->
     if
     :: !flag                                                  /* readFlag: cleared meanwhile */
     :: flag -> if :: ring(0) :: atomic { kills > 0 -> kills-- } fi
     fi
  fi;
  typing--;
done: skip
}

#ifndef NODEPUTY
proctype Deputy() {
  bool won, same, sent, odd;
end:
  do
  :: !up && (inbox != 0 || flag || orphan != 0) ->             /* standIn: findActiveRelay finds none */
     atomic { inbox = inbox | orphan; orphan = 0 }             /* putBackDead */
     if
     :: inbox == 0 -> dknown = 0;
        if :: !flag -> goto looked :: else fi;
        clear();
        if :: inbox == 0 -> goto looked :: else fi
     :: else
     fi;
     raise();
     atomic { same = dknown; if :: !flag -> goto looked :: else fi; dknown = 1 }
     if
#ifdef EAGERDEPUTY
     :: !same -> ring(odd); odd = !odd
#endif
     :: same && PAUSEOVER -> ring(odd); odd = !odd             /* FIRST_PAUSE_MS, then the ladder */
     :: else                                                   /* a fresh flag: its sender is typing */
     fi;
looked: atomic { won = 0; same = 0 }
  od
}
#endif

#ifdef KEEPER
proctype Keeper() {
  bool sent;
end:
  do
  :: !up && (!told || PAUSEOVER) ->                            /* at once, then by the pauses of the ladder */
     atomic { inbox = inbox | orphan; orphan = 0 }             /* putBackDead */
     atomic { if :: !up -> typeReconnect() :: else fi; sent = 0 }
  od
}
#endif

/* The recipient's own relay: a look is one step here, relay.pml takes it apart. */
proctype Herald() {
  bool sent;
end:
  do
  :: atomic { up && !incall && orphan != 0 -> inbox = inbox | orphan; orphan = 0 }
  :: atomic { up && !incall && inbox == 0 && flag -> flag = 0; FORGET }
  :: atomic { up && !incall && inbox != 0 && (!flag || !rknown || PAUSEOVER) ->
       flag = 1; rknown = 1;
       typeNudge();
       if :: !sent -> FAILED :: else fi;
       sent = 0 }
  od
}

proctype Agent() {
end:
  do
  :: atomic { reconnect -> reconnect = 0; if :: !up -> up = 1; rknown = 0; told = 0 :: else fi }
  :: atomic { nudged && !up -> nudged = 0 }                    /* no relay, no tools: nothing happens */
  :: atomic { nudged && up -> nudged = 0; incall = 1 }
     if :: atomic { up -> if :: flag -> flag = 0; FORGET :: else fi } :: atomic { !up -> goto failed } fi;    /* clear */
     if :: atomic { up -> coll = inbox; inbox = 0 } :: atomic { !up -> goto failed } fi;                      /* collect */
     if :: atomic { up -> seen = seen | coll; coll = 0 } :: !up fi;                                           /* reply */
failed: incall = 0
  od
}

proctype Reaper() {
end:
  do
  :: atomic { deaths > 0 && up -> deaths--; up = 0; rknown = 0; orphan = orphan | coll; coll = 0 }
  :: break
  od
}

init { atomic {
  run Sender(0);
#if SENDERS == 2
  run Sender(1);
#endif
  run Herald(); run Agent(); run Reaper();
#ifdef KEEPER
  run Keeper();
#endif
#ifndef NODEPUTY
  run Deputy()
#endif
} }
#ifdef LIVE
ltl live { <> (seen == ALL) }
#endif
