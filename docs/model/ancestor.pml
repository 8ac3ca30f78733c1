/* ancestor.pml - the order this protocol replaces.  The sender stores, tests whether the flag is there, and if it is
 * not, writes it and types.  The receiver reads and deletes its mail, then clears the flag.  spin must find the wake
 * that gets lost: a message stored after the reading, whose sender still sees the flag that is about to be cleared.
 *   EXCL     the flag is made by one call that fails if it is there (link) instead of test, then write
 *   ORDER    the receiver clears the flag, then reads
 *   KILL     the receiver may be killed once between reading and reply
 *   COUNT    assert: one ring while a flag is up
 */
#define ALL 15
byte inbox, seen, wakes, rings;
bool flag;
#ifdef KILL
byte kills = 1;
#else
byte kills = 0;
#endif

inline ring() {
  atomic { wakes++; rings++;
#ifdef COUNT
    assert(rings <= 1)
#endif
  }
}

proctype Sender(byte s) {
  byte k = 0; bool there;
  do
  :: k < 2 ->
     inbox = inbox | (1 << (2 * s + k));                       /* store */
#ifdef EXCL
     if :: atomic { !flag -> flag = 1 } ring() :: else fi;
#else
     there = flag;                                             /* test ... */
     if :: !there -> flag = 1; ring() :: else fi;              /* ... then write, and type */
#endif
     k++
  :: else -> break
  od
}

inline read() { atomic { got = inbox; inbox = 0 } if :: kills > 0 -> kills--; got = 0 :: skip fi }
inline clear() { atomic { flag = 0; rings = 0 } }

proctype Agent() {
  byte got;
end:
  do
  :: atomic { wakes > 0 -> wakes-- }
#ifdef ORDER
     clear(); read();
#else
     read(); clear();
#endif
     atomic { seen = seen | got; got = 0 }
  od
}

init { atomic { run Sender(0); run Sender(1); run Agent() } }
#ifdef LIVE
ltl live { <> (seen == ALL) }
#endif
