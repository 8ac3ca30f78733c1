/** Breakages of holds, the guard and the journal's reader. */
export const holdMutants = [
  {
    name: 'hold: the guard slows one message too late',
    file: 'src/relay/guard.ts',
    find: '.length <= measure.messages)',
    replace: '.length <= measure.messages + 1)',
    tests: ['test/relay/guard.test.ts'],
  },
  {
    name: 'hold: a person in the conversation does not count',
    file: 'src/relay/guard.ts',
    find: 'at > spoken && at <= now &&',
    replace: 'at <= now &&',
    tests: ['test/relay/guard.test.ts'],
  },
  {
    name: 'hold: the guard counts the time of its own pauses',
    file: 'src/relay/guard.ts',
    find: 'now - at - pausedSince(at)',
    replace: 'now - at - 0 * pausedSince(at)',
    tests: ['test/relay/guard.test.ts'],
  },
  {
    name: 'hold: a pause of the guard ends only when a person acts',
    file: 'src/relay/hold.ts',
    find: 'hold.until !== undefined &&',
    replace: 'hold.until === undefined &&',
    tests: ['test/relay/hold.test.ts', 'test/relay/exchange.test.ts'],
  },
  {
    name: 'hold: the end of a pause is seen by the next tick only',
    file: 'src/relay/look.ts',
    find: 'if (restMs < Infinity) later(',
    replace: 'if (restMs > Infinity) later(',
    tests: ['test/relay/hold.test.ts', 'test/relay/exchange.test.ts'],
  },
  {
    name: 'hold: the person is told of every pause',
    file: 'src/relay/hold.ts',
    find: 'if (pause.isFirst) await alert',
    replace: 'await alert',
    tests: ['test/relay/hold.test.ts', 'test/relay/exchange.test.ts'],
  },
  {
    name: 'hold: the message is stored before the guard has counted it',
    file: 'src/relay/send.ts',
    find: `  const heldMs = counted
    ? await guardExchange({ ...reach, measure, alert: sending.alert }, from, to)
    : undefined;
  const { id, timestamp } = await store.mail.deliver({ from, to, ...letter });`,
    replace: `  const { id, timestamp } = await store.mail.deliver({ from, to, ...letter });
  const heldMs = counted
    ? await guardExchange({ ...reach, measure, alert: sending.alert }, from, to)
    : undefined;`,
    tests: ['test/relay/hold.test.ts', 'test/relay/exchange.test.ts'],
  },
  {
    name: 'hold: the herald rings all the same',
    file: 'src/relay/look.ts',
    find: 'if (restMs !== undefined) {',
    replace: 'if (restMs !== undefined && false) {',
    tests: ['test/relay/hold.test.ts', 'test/relay/exchange.test.ts'],
  },
  {
    name: 'hold: the mail of others waits behind a held exchange',
    file: 'src/relay/hold.ts',
    find: '(from) => from !== undefined && partners.has(from)',
    replace: '(from) => from !== undefined || partners.has(from)',
    tests: ['test/relay/hold.test.ts', 'test/relay/exchange.test.ts'],
  },
  {
    name: 'hold: a release is not heard of',
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
    tests: ['test/relay/hold.test.ts', 'test/relay/exchange.test.ts'],
  },
  {
    name: 'pause: the key is pressed where no turn is seen to run',
    file: 'src/relay/interrupt.ts',
    find: 'return isTurn && !isSpared(aim, seen);',
    replace: 'return isTurn || true;',
    tests: ['test/relay/interrupt.test.ts'],
  },
  {
    name: 'pause: a turn that follows the interrupted one runs on',
    file: 'src/relay/interrupt.ts',
    find: 'const LOOKS = 12;',
    replace: 'const LOOKS = 2;',
    tests: ['test/relay/interrupt.test.ts'],
  },
  {
    name: 'pause: turns are interrupted before bells are held',
    file: 'src/summon/pause.ts',
    find: `  const isFresh = await store.holds.set(ARMY, 'person');
`,
    replace: `  await interrupt(roles[0] ?? '').catch(() => undefined);
  const isFresh = await store.holds.set(ARMY, 'person');
`,
    tests: ['test/summon/pause.test.ts'],
  },
  {
    name: 'pause: a release ends it',
    file: 'src/summon/holds.ts',
    find: 'if (held === ARMY || ',
    replace: 'if (',
    tests: ['test/summon/pause.test.ts'],
  },
  {
    name: 'pause: hooks tell of mail all the same',
    file: 'src/agent/hooks.ts',
    find: ' || [ -e "$d/hold/all" ] &&',
    replace: ' &&',
    tests: ['test/agent/hooks.test.ts'],
  },
  {
    name: 'hold: the end of the journal is passed over while it is being written',
    file: 'src/store/files/journal.ts',
    find: 'used: whole || endless ? bytes.length : end',
    replace: 'used: bytes.length',
    tests: ['test/store/evidence-files.test.ts'],
  },
];
