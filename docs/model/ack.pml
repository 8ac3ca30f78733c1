/* ack.pml - when is a message really the agent's?  The reply goes through a pipe to a client that may cancel or die.
 *
 *   Wire     mcp/wire.ts reads a line: mcp/handovers.ts wire.request, wire.cancelled; mcp/call-tool.ts callTool begins.
 *            It also writes the reply (send, then wire.replied), but not that of a request cancelled by then (wanted)
 *   Mutex    what runs under the relay's mutex: relay/inbox.ts check (handovers.ts during) and what it leaves to
 *            settle: acknowledge and putBack of files/keeping.ts, one rename each; relay/relay.ts stop
 *   Client   calls check_inbox while there is unread mail (relay.pml says why it is told), reads the reply or cancels,
 *            before the reply or after it; what it cancelled it throws away
 *            With HOOKS it is an agent: turns of model requests; one answer may hold check_inbox and another call, and
 *            both reach the relay before the model has seen a reply.  Read is then what is in a request, not what
 *            came back.  Its Stop hook counts the turn (agent/hooks.ts, `turns`), and the relay acknowledges
 *            what was handed over before that (relay/inbox.ts turnOver)
 *   Death    SIGKILL of client and relay, or the client goes and the relay stops in good order; then both start anew
 *
 * Switches:
 *   ONFLUSH     acknowledge when the reply was written     ONRETURN  ... when the tool returned
 *   DEAFCANCEL  a cancellation after the reply is ignored
 *   FORGETS     a cancellation that is read before the tool has begun is forgotten
 *   NOBACK      what a dead relay held is not put back     NOMARK    ... is put back without the mark
 *   PIPELINE    the client may send another request before it has read the reply
 *   HOOKS       the agent has hooks, and with them
 *   SPOKE       the next request acknowledges all the same       ONTOOL  PostToolUse of check_inbox does
 *   FAILCOUNTS  StopFailure counts as an end of the turn         SLOW    the model answers before the relay has read a cancellation
 *   DROPS       a request after the reply ends the wait for a cancellation
 *   CLEAR       a person may clear the conversation when a turn was cut off
 * Budgets: REFUSALS and ESCS, requests refused (StopFailure) and turns cut off by Esc; CANCELS, DEATHS, PINGS (requests that are not check_inbox).
 */
#ifndef CANCELS
#define CANCELS 1
#endif
#ifndef DEATHS
#define DEATHS 1
#endif
#ifndef PINGS
#define PINGS 1
#endif
#ifndef REFUSALS
#define REFUSALS 1
#endif
#ifndef ESCS
#define ESCS 1
#endif
#define ALL   3
#define CALLS 3
#define LOW(s) ((s) & (-(s)))
mtype = { CALL, CANCEL, PING };
chan stdin  = [2] of { mtype, byte };            /* method, request id */
chan stdout = [2] of { byte, byte, byte };       /* request id, messages, which of them are marked */

byte inbox, coll, arch, mark;                    /* directories; mark = .rN in the file name */
byte stored, seen; bool silentdup;               /* ghosts */

bool up, lock, eof;                              /* the relay runs; its mutex is held; its stdin has ended */
byte pc[CALLS];                                  /* a call: 0 none, 1 read, 2 begun, 3 collecting, 4 collected, 5 over */
bool entry[CALLS], has[CALLS], replied[CALLS], cancelled[CALLS], aborted[CALLS];
byte page[CALLS], pagemark[CALLS];               /* Handover.messages */
byte back, done;                                 /* renames queued on the mutex: to the inbox, to the archive */
byte counted[CALLS];                             /* its turn: 0 not counted, 1 under way, 2 counted as ended */
byte got;                                        /* the agent: replies that were in no model request yet */
byte turn;                                       /* 0 none, 1 a request is due, 2 tools, 3 Stop */
bool busy, pinged;                               /* state/{role} says busy; a call of this answer not made yet */
byte refusals = REFUSALS, escs = ESCS;
byte waiting;                                    /* the client: 1 + the id it waits for */
byte cancels = CANCELS, deaths = DEATHS, pings = PINGS;

#ifdef NOMARK
#define MARK(x) skip
#else
#define MARK(x) mark = mark | (x)
#endif
#define OPEN  (has[0] || has[1] || has[2])       /* inbox.ts open.size > 0 */
#define ANY(n) (pc[0] == (n) || pc[1] == (n) || pc[2] == (n))
#define FREE(n) ((pc[n] == 0 || pc[n] == 5 && !entry[n] && !has[n]) && !(stdout ?? [eval(n), _, _]) && !(stdin ?? [CANCEL, eval(n)]) && !(stdin ?? [CALL, eval(n)]))
#define OVER(n) (has[n] && counted[n] == 2)
#define DOWN up = 0
#ifdef NOBACK
#define NOBODY 1
#else
#define NOBODY 0
#endif
#ifdef DROPS
#define ONCEONLY entry[j] = 0
#else
#define ONCEONLY skip
#endif
#ifdef SPOKE
#define SPEAKS 1
#else
#define SPEAKS 0
#endif
#ifdef SLOW
#define READ 1
#else
#define READ !(stdin ?? [CANCEL, _])
#endif
#define PICK(n) if :: pc[0] == (n) -> c = 0 :: pc[1] == (n) -> c = 1 :: pc[2] == (n) -> c = 2 fi

proctype Sender() {
  atomic { inbox = inbox | 1; stored = stored | 1 }
  atomic { inbox = inbox | 2; stored = stored | 2 }
}

inline settled(j) { entry[j] = 0; has[j] = 0; replied[j] = 0; counted[j] = 0 }
inline settle(j, spoke) {                        /* handovers.ts settle */
  if
  :: has[j] && cancelled[j] -> back = back | page[j]; settled(j)
  :: has[j] && !cancelled[j] && replied[j] && spoke ->
     if
     :: counted[j] == 0 || SPEAKS -> done = done | page[j]; settled(j)
     :: else -> ONCEONLY                         /* open until the turn is over */
     fi
  :: else
  fi
}
inline request() {                               /* handovers.ts wire.request: the client speaks again */
  i = 0;
  do
  :: i < CALLS -> if :: entry[i] -> settle(i, 1) :: else fi; i++
  :: else -> i = 0; break
  od
}

proctype Wire() {
  byte i, c;
end:
  do
  :: atomic { up && stdin ? [CALL, c] -> stdin ? CALL, c; request();
       pc[c] = 1; cancelled[c] = 0; aborted[c] = 0; c = 0 }
  :: atomic { up && stdin ? [PING, c] -> stdin ? PING, c; request(); c = 0 }
  :: atomic { up && stdin ? [CANCEL, c] -> stdin ? CANCEL, c;
       if :: pc[c] != 5 -> aborted[c] = 1 :: else fi;
       if
#ifndef FORGETS
       :: pc[c] == 1 -> cancelled[c] = 1
#endif
       :: entry[c] ->
#ifdef DEAFCANCEL
          if :: !replied[c] -> cancelled[c] = 1; settle(c, 0) :: else fi
#else
          cancelled[c] = 1; settle(c, 0)
#endif
       :: else
       fi;
       c = 0 }
  :: atomic { up && ANY(1) -> PICK(1); pc[c] = 2; entry[c] = 1; c = 0 }                      /* callTool, during */
  :: atomic { up && ANY(4) && nfull(stdout) -> PICK(4);        /* the reply */
       pc[c] = 5;
       if
       :: aborted[c] || eof
       :: else -> stdout ! c, page[c], pagemark[c];
          if :: entry[c] -> replied[c] = 1 :: else fi;         /* wire.replied */
#ifdef ONFLUSH
          if :: has[c] -> done = done | page[c]; settled(c) :: else fi
#endif
       fi;
       page[c] = page[c] * has[c]; pagemark[c] = 0; c = 0 }
  od
}

proctype Mutex() {
  byte c, x, snap;
end:
  do
  :: atomic { up && back != 0 -> x = LOW(back); back = back & ~x;
       if :: coll & x -> coll = coll & ~x; inbox = inbox | x; MARK(x) :: else fi; x = 0 }
  :: atomic { up && done != 0 -> x = LOW(done); done = done & ~x;
       if :: coll & x -> coll = coll & ~x; arch = arch | x :: else fi; x = 0 }
  :: atomic { up && back == 0 && done == 0 && ANY(2) -> PICK(2);         /* first come, first served */
       lock = 1; pc[c] = 3; page[c] = 0; pagemark[c] = 0; counted[c] = busy }                 /* turnNow */
     if
     :: atomic { up && !OPEN && coll != 0 -> inbox = inbox | coll; MARK(coll); coll = 0 }   /* held, but not owed */
     :: up && (OPEN || coll == 0)
     :: !up -> goto over
     fi;
     snap = inbox;                                             /* collect: readdir, then one rename each */
     do
     :: atomic { up && snap != 0 -> x = LOW(snap); snap = snap & ~x;
          if
          :: inbox & x -> inbox = inbox & ~x; coll = coll | x; page[c] = page[c] | x; pagemark[c] = pagemark[c] | (mark & x)
          :: else
          fi; x = 0 }
     :: up && snap == 0 -> break
     :: !up -> goto over
     od;
     atomic { if :: !up -> goto over :: else fi;
       has[c] = 1; pc[c] = 4;
#ifdef ONRETURN
       done = done | page[c]; settled(c)
#else
       settle(c, 0)
#endif
     }
over: atomic { lock = 0; c = 0; x = 0; snap = 0 }
#ifdef HOOKS
  :: atomic { up && !lock && (OVER(0) || OVER(1) || OVER(2)) ->                     /* turnOver */
       if :: OVER(0) -> c = 0 :: OVER(1) -> c = 1 :: OVER(2) -> c = 2 fi;
       done = done | page[c]; settled(c); c = 0 }
#endif
  /* stop: after all that was asked before; what is held goes back, then the process ends */
  :: atomic { up && eof && empty(stdin) && back == 0 && done == 0 && !ANY(1) && !ANY(2) && !ANY(4) && coll != 0 ->
       x = LOW(coll); coll = coll & ~x; inbox = inbox | x; MARK(x); x = 0 }
  :: atomic { up && eof && empty(stdin) && back == 0 && done == 0 && !ANY(1) && !ANY(2) && !ANY(4) && coll == 0 -> DOWN }
  od
}

#ifdef HOOKS
inline ended() { c = 0; do :: c < CALLS -> if :: counted[c] == 1 -> counted[c] = 2 :: else fi; c++ :: else -> c = 0; break od }
proctype Client() {
  byte c, set, marked;
end:
  do
  :: atomic { up && !eof && turn == 0 && inbox != 0 -> turn = 1; busy = 1 }                 /* it was told */
  :: atomic { up && !eof && turn == 1 && READ -> seen = seen | got; got = 0;                        /* a model request, its answer */
       if
       :: inbox != 0 -> turn = 2; pinged = 1
       :: inbox == 0 -> turn = 3
       fi }
  :: atomic { up && !eof && turn == 1 && READ && refusals > 0 -> refusals--; turn = 0; busy = 0;    /* StopFailure */
#ifdef FAILCOUNTS
       ended()
#endif
     }
  :: atomic { up && !eof && turn == 2 && pinged && waiting == 0 && nfull(stdin) && (FREE(0) || FREE(1) || FREE(2)) ->
       if :: FREE(0) -> c = 0 :: FREE(1) -> c = 1 :: FREE(2) -> c = 2 fi;
       stdin ! CALL, c; waiting = c + 1; pinged = 0; c = 0 }
  :: atomic { up && !eof && turn == 2 && pinged && !FREE(0) && !FREE(1) && !FREE(2) && empty(stdin) -> turn = 3; pinged = 0 }
  :: atomic { up && !eof && turn == 2 && !pinged && pings > 0 && nfull(stdin) -> pings--; stdin ! PING, 0 }  /* in the same breath */
  :: atomic { up && !eof && nempty(stdout) -> stdout ? c, set, marked;
       if
       :: waiting == c + 1 -> waiting = 0;
          if :: set & (seen | got) & ~marked -> silentdup = 1 :: else fi;
          got = got | set;
#ifdef ONTOOL
          if :: has[c] -> done = done | page[c]; settled(c) :: else fi;
#endif
       :: else
       fi;
       c = 0; set = 0; marked = 0 }
  :: atomic { up && !eof && turn == 2 && !pinged && waiting == 0 -> turn = 1 }
  :: atomic { up && !eof && turn == 2 && !pinged && waiting != 0 && cancels > 0 && nfull(stdin) ->      /* a call that takes too long */
       cancels--; stdin ! CANCEL, waiting - 1; waiting = 0 }
  :: atomic { up && !eof && turn != 0 && escs > 0 && (waiting == 0 || nfull(stdin)) -> escs--;            /* Esc: busy stays */
       if :: waiting != 0 -> stdin ! CANCEL, waiting - 1; waiting = 0 :: else fi;
       turn = 0; pinged = 0;
#ifdef CLEAR
       if :: got = 0 :: skip fi
#endif
     }
  :: atomic { up && !eof && turn == 0 && got != 0 -> turn = 1; busy = 1 }                   /* rung, or a person goes on */
  :: atomic { up && !eof && turn == 3 -> turn = 0; busy = 0; ended() }                      /* Stop */
  od
}
#else
proctype Client() {
  byte c, set, marked;
end:
  do
  :: atomic { up && !eof && waiting == 0 && inbox != 0 && nfull(stdin) && (FREE(0) || FREE(1) || FREE(2)) ->      /* check_inbox, a new id */
       if
       :: FREE(0) -> c = 0
       :: FREE(1) -> c = 1
       :: FREE(2) -> c = 2
       fi;
       stdin ! CALL, c; waiting = c + 1; c = 0 }
  :: atomic { up && !eof && nempty(stdout) -> stdout ? c, set, marked;
       if
       :: waiting == c + 1 -> waiting = 0;
          if :: set & seen & ~marked -> silentdup = 1 :: else fi;
          seen = seen | set
       :: else                                                 /* it had cancelled that one */
       fi;
       c = 0; set = 0; marked = 0 }
  :: atomic { up && !eof && waiting != 0 && cancels > 0 && nfull(stdin) -> cancels--; stdin ! CANCEL, waiting - 1; waiting = 0 }
#ifdef PIPELINE
  :: atomic { up && !eof && pings > 0 && nfull(stdin) -> pings--; stdin ! PING, 0 }
#else
  :: atomic { up && !eof && waiting == 0 && pings > 0 && nfull(stdin) -> pings--; stdin ! PING, 0 }
#endif
  od
}
#endif

inline drain() {
  do :: stdin ? _, _ :: empty(stdin) -> break od;
  do :: stdout ? _, _, _ :: empty(stdout) -> break od
}

proctype Death() {
  byte i, x;
end:
  do
  :: atomic { deaths > 0 && up && !eof -> deaths--; DOWN }                         /* SIGKILL of both */
  :: atomic { deaths > 0 && up && !eof -> deaths--; eof = 1; waiting = 0 }         /* the client goes, the relay stops */
  :: deaths > 0 -> deaths = 0                                                      /* fairness must not force a death */
#ifndef NOBACK
  :: atomic { !up && !lock && coll != 0 -> x = LOW(coll); coll = coll & ~x; inbox = inbox | x; MARK(x); x = 0 }   /* putBackDead */
#endif
  :: atomic { !up && !lock && (coll == 0 || NOBODY) ->                              /* a new client with a new relay */
       drain(); eof = 0; waiting = 0; back = 0; done = 0; got = 0; turn = 0; busy = 0; pinged = 0;
       i = 0;
       do
       :: i < CALLS -> pc[i] = 0; settled(i); cancelled[i] = 0; aborted[i] = 0; page[i] = 0; pagemark[i] = 0; i++
       :: else -> i = 0; break
       od;
       up = 1 }
  od
}

#define KEPT   ((stored & ~(inbox | coll | arch)) == 0)
#define HONEST ((arch & ~seen) == 0)             /* nothing is acknowledged that the client has not read */
proctype Monitor() {
end: atomic { !KEPT || !HONEST || silentdup -> assert(KEPT); assert(HONEST); assert(!silentdup) }
}

init { atomic {
  run Sender(); run Wire(); run Mutex(); run Client(); run Death();
#ifndef LIVE
  run Monitor()
#endif
} }
#ifdef LIVE
ltl live { <> (seen == ALL) }
#endif
