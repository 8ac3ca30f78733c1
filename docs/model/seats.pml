/* seats.pml - mail is put back only from the dead.  Who is alive stands in two directories that are read one after
 * the other, while relays of the role start, stop and die.
 *
 *   Relay    files/seats.ts add (link agents/, then mkdir collected/); herald.ts tick (reseat, putBackDead);
 *            inbox.ts check; relay.ts stop (putBack, then seats.remove: rmdir, unlink)
 *   Other    another relay of the army on its tick: the deputy (herald.ts standIn) or an older relay of the role
 *   putBackDead   files/keeping.ts: names of collected/, then seats.list (readdir agents/, then each record)
 *
 * Incarnation 0 died holding message 1.  Message 2 is unread.
 *   SEATSFIRST  the seats are listed before the names of collected/ are read
 *   MKDIRFIRST  add makes the directory in collected/ before the record in agents/ is there
 *   ANYBODY     whatever lies in collected/ is put back, whoever holds it
 */
#define N 2
#define BIT(i) (1 << (i))
byte inbox = 2, arch, mark;
byte coll[N];                                    /* collected/{role}/{i}/: what it holds */
bool seat[N], dir[N], up[N], dead[N];            /* the record, the directory, the process; killed */

#define DEADOF(i) assert(!up[i])                 /* what is taken away must be a dead relay's */

inline list() {                                  /* seats.list: readdir, then read each record and ask for its process */
  atomic { there = 0; i = 0; do :: i < N -> if :: seat[i] -> there = there | BIT(i) :: else fi; i++ :: else -> break od }
  atomic { recs = 0; living = 0; i = 0;
    do
    :: i < N -> if :: (there & BIT(i)) && seat[i] -> recs = recs | BIT(i); if :: up[i] -> living = living | BIT(i) :: else fi :: else fi; i++
    :: else -> there = 0; break
    od }
}
inline names() {                                 /* readdir collected/{role} */
  atomic { held = 0; i = 0; do :: i < N -> if :: dir[i] -> held = held | BIT(i) :: else fi; i++ :: else -> break od }
}
inline putBackDead() {
#ifdef SEATSFIRST
  list(); names();
#else
  names(); list();
#endif
#ifdef ANYBODY
  living = 0;
#endif
  i = 0;
  do
  :: i < N && ((recs | held) & BIT(i)) && !(living & BIT(i)) ->
     do
     :: atomic { coll[i] != 0 -> DEADOF(i); x = coll[i] & -coll[i]; coll[i] = coll[i] & ~x; inbox = inbox | x; mark = mark | x; x = 0 }
     :: coll[i] == 0 -> break
     od;
     if
     :: (recs >> (i + 1)) != 0 || !(recs & BIT(i)) ->          /* not the newest record: seats.remove */
        atomic { if :: dir[i] && coll[i] == 0 -> DEADOF(i); dir[i] = 0 :: else fi }
        atomic { if :: seat[i] -> DEADOF(i); seat[i] = 0 :: else fi }
     :: else
     fi;
     i++
  :: i < N && (!((recs | held) & BIT(i)) || (living & BIT(i))) -> i++
  :: i >= N -> break
  od;
  atomic { i = 0; recs = 0; held = 0; living = 0 }
}

proctype Relay(byte r) {
  byte i, x, there, recs, living, held, snap;
  {
    up[r] = 1;
#ifdef MKDIRFIRST
    dir[r] = 1; seat[r] = 1;
#else
    seat[r] = 1; dir[r] = 1;                                   /* take: link, mkdir */
#endif
    if :: !seat[r] -> seat[r] = 1; dir[r] = 1 :: else fi;      /* tick: reseat */
    putBackDead();
    do
    :: snap = inbox;                                           /* check: readdir, then one rename each */
       do
       :: atomic { snap != 0 -> x = snap & -snap; snap = snap & ~x;
            if :: (inbox & x) && dir[r] -> inbox = inbox & ~x; coll[r] = coll[r] | x :: else fi; x = 0 }
       :: snap == 0 -> break
       od;
       do                                                      /* acknowledge, or be stopped before */
       :: atomic { coll[r] != 0 -> x = coll[r] & -coll[r]; coll[r] = coll[r] & ~x; arch = arch | x; x = 0 }
       :: break
       od
    :: break
    od;
    do                                                         /* stop: put back what is left, then leave */
    :: atomic { coll[r] != 0 -> x = coll[r] & -coll[r]; coll[r] = coll[r] & ~x; inbox = inbox | x; mark = mark | x; x = 0 }
    :: coll[r] == 0 -> break
    od;
    dir[r] = 0;
    seat[r] = 0;
    up[r] = 0
  } unless { dead[r] }
}

proctype Other() {
  byte i, x, there, recs, living, held, ticks = 2;
  do :: ticks > 0 -> putBackDead(); ticks-- :: ticks == 0 -> break od
}

/* SIGKILL at any point. */
proctype Reaper() { if :: atomic { up[1] -> up[1] = 0; dead[1] = 1 } :: skip fi }

#define EVERYWHERE (inbox | coll[0] | coll[1] | arch)
proctype Monitor() { end: atomic { EVERYWHERE != 3 -> assert(EVERYWHERE == 3) } }

init { atomic {
  coll[0] = 1; seat[0] = 1; dir[0] = 1;
  run Relay(1); run Other(); run Reaper(); run Monitor()
} }
