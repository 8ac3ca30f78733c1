/** Breakages of what concerns the person: their mail, and what they are told. */
const alerts = ['test/relay/alert.test.ts'];
const store = ['test/contract/person.test.ts'];

export const personMutants = [
  {
    name: 'person: every process that sees an event tells of it',
    file: 'src/relay/alert.ts',
    find: 'if (!(await store.alerts.claim(`${kind}.${role}.${event}`))) return;',
    replace: 'await store.alerts.claim(`${kind}.${role}.${event}`);',
    tests: alerts,
  },
  {
    name: 'person: a role has died the moment its relay is gone',
    file: 'src/relay/deaths.ts',
    find: 'DEAD_MS = 10_000',
    replace: 'DEAD_MS = 0',
    tests: alerts,
  },
  {
    name: 'person: a role whose agent lives has died',
    file: 'src/relay/deaths.ts',
    find: 'last.alive || last.agentAlive || ',
    replace: 'last.alive || ',
    tests: alerts,
  },
  {
    name: 'person: an agent that was asked to end has died',
    file: 'src/relay/relay.ts',
    find: 'if (asked || seat.readyAt === undefined',
    replace: 'if (seat.readyAt === undefined',
    tests: alerts,
  },
  {
    name: 'person: the guard counts what they are written',
    file: 'src/relay/send.ts',
    find: 'sending.isFromBoard !== true && !withPerson',
    replace: 'sending.isFromBoard !== true',
    tests: alerts,
  },
  {
    name: 'person: resumed mail of theirs raises a flag',
    file: 'src/store/files/resume.ts',
    find: 'if (role !== HUMAN) await flags.raiseFlag(role)',
    replace: 'await flags.raiseFlag(role)',
    tests: store,
  },
  {
    name: 'person: a command takes the only army of another folder',
    file: 'src/summon/find-army.ts',
    find: 'if (found !== undefined) return found;',
    replace: 'if (found !== undefined || all.length === 1) return found ?? all[0]!;',
    tests: ['test/summon/decisions.test.ts'],
  },
  {
    name: 'person: a claim is not heard of',
    file: 'src/store/files/watch.ts',
    find: "watchDir(disk, at.alertsDir, () => changed('pending-of-others')),",
    replace: '',
    tests: store,
  },
];
