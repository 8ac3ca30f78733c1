/** Breakages of holds, the guard and the journal's reader. */
export const holdMutants = [
  {
    name: 'hold: the guard holds one message too late',
    file: 'src/relay/guard.ts',
    find: 'counted.length > GUARD_MESSAGES;',
    replace: 'counted.length > GUARD_MESSAGES + 1;',
    tests: ['test/relay/guard.test.ts'],
  },
  {
    name: 'hold: a person in the conversation does not count',
    file: 'src/relay/guard.ts',
    find: 'Math.max(now - GUARD_WINDOW_MS, spoken ?? Number.NEGATIVE_INFINITY)',
    replace: 'now - GUARD_WINDOW_MS',
    tests: ['test/relay/guard.test.ts'],
  },
  {
    name: 'hold: the message is stored before the guard has counted it',
    file: 'src/relay/send.ts',
    find: `  const held = counted && (await guardExchange(sending, from, to));
  const { id, priority, timestamp } = await store.mail.deliver({ from, to, ...letter });`,
    replace: `  const { id, priority, timestamp } = await store.mail.deliver({ from, to, ...letter });
  const held = counted && (await guardExchange(sending, from, to));`,
    tests: ['test/relay/hold.test.ts'],
  },
  {
    name: 'hold: the herald rings all the same',
    file: 'src/relay/look.ts',
    find: 'if (await isHeld(store, whose)) {',
    replace: 'if ((await isHeld(store, whose)) && false) {',
    tests: ['test/relay/hold.test.ts'],
  },
  {
    name: 'hold: the mail of others waits behind a held exchange',
    file: 'src/relay/hold.ts',
    find: '(from) => from !== undefined && partners.has(from)',
    replace: '(from) => from !== undefined || partners.has(from)',
    tests: ['test/relay/hold.test.ts'],
  },
  {
    name: 'hold: a release is heard of by nobody',
    file: 'src/store/files/watch.ts',
    find: "watchDir(disk, at.holdDir, () => changed('hold')),",
    replace: '',
    tests: ['test/contract/evidence.test.ts'],
  },
  {
    name: 'hold: a release leaves the counts',
    file: 'src/summon/holds.ts',
    find: 'await store.traffic.forget(pairOf(one, other));',
    replace: 'void pairOf;',
    tests: ['test/relay/hold.test.ts'],
  },
  {
    name: 'hold: the end of the journal is passed over while it is being written',
    file: 'src/store/files/journal.ts',
    find: 'used: whole || endless ? bytes.length : end',
    replace: 'used: bytes.length',
    tests: ['test/store/evidence-files.test.ts'],
  },
];
