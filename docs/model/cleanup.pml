/* cleanup.pml - the store is taken away while senders and a relay are at work on it.
 *
 *   Sender   files/inbox.ts deliver: draft in tmp/, then link into inbox/; both by path, no directory is ever made
 *   Relay    files/inbox.ts collect: rename from inbox/ to collected/
 *   Cleanup  files/cleanup.ts cleanUp: rename the relay directory aside, move its shelves to history/, delete the rest
 *   Summon   files/initialise.ts: the directory may be made anew at once
 *
 * Directories are numbered: 0 the first, 1 the one made anew; `path` is the number the name leads to now.
 *   COPYFIRST   save the mail, then delete the directory
 *   MKDIR       deliver makes a directory that is missing, as mkdir -p would
 *   NOTHELD     collected/ is not among the shelves that are saved
 */
#define NONE 9
byte inbox[2], coll[2];                          /* of directory 0, of directory 1 */
byte path = 0, saved; bool aside, summoned;      /* what the name leads to; history/; 0 is aside; 1 was made by summon */
byte stored;                                     /* ghost: what a sender was told is delivered */

#define THERE (path != NONE)
inline deliver(d) { inbox[d] = inbox[d] | (1 << s); stored = stored | (1 << s) }

proctype Sender(byte s) {
  byte draft = NONE;
  draft = path;                                                /* writeNew in tmp/ */
  if
  :: atomic { THERE && draft == path -> deliver(path) }        /* link */
  :: atomic { !THERE || draft != path ->                       /* ENOENT: the send fails, nothing is promised */
#ifdef MKDIR
       if :: !THERE -> path = 1 :: else fi; deliver(path)
#else
       skip
#endif
     }
  fi
}

proctype Relay() {
  byte x;
  do
  :: atomic { THERE && inbox[path] != 0 -> x = inbox[path] & -inbox[path];
       inbox[path] = inbox[path] & ~x; coll[path] = coll[path] | x; x = 0 }
  :: break
  od
}

proctype Cleanup() {
#ifdef COPYFIRST
  saved = saved | inbox[0] | coll[0];
  atomic { path = NONE; inbox[0] = 0; coll[0] = 0 }
#else
  atomic { path = NONE; aside = 1 }                            /* rename(root, aside) */
  atomic { saved = saved | inbox[0]; inbox[0] = 0 }            /* move one shelf ... */
#ifndef NOTHELD
  atomic { saved = saved | coll[0]; coll[0] = 0 }              /* ... after another */
#endif
  atomic { inbox[0] = 0; coll[0] = 0; aside = 0 }              /* rm -r */
#endif
}

proctype Summon() { if :: atomic { path != 0 -> path = 1; summoned = 1 } :: skip fi }

/* Kept: in history/, in the directory aside, or in a directory that summon made and relays look after. */
#define KEPT (saved | (path == 0 || aside -> inbox[0] | coll[0] : 0) | (summoned -> inbox[1] | coll[1] : 0))
proctype Monitor() { end: atomic { (stored & ~KEPT) != 0 -> assert((stored & ~KEPT) == 0) } }

init { atomic { run Sender(0); run Sender(1); run Relay(); run Cleanup(); run Summon(); run Monitor() } }
