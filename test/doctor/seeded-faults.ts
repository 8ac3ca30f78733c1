import { execFileSync } from 'node:child_process';
import { chmodSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { FindingCode, Severity } from '../../src/doctor/finding.ts';
import { systemClock } from '../../src/kit/clock.ts';
import { createIds } from '../../src/kit/id.ts';
import { endProcesses, listProcesses } from '../../src/kit/processes.ts';
import type { DoctorWorld } from '../support/doctor-world.ts';
import { waitFor } from '../support/wait-for.ts';

export interface Seeded {
  fault: string;
  code: FindingCode;
  severity: Severity;
  /** What the sentence must name. */
  names: string;
  fixable: boolean;
  seed: (world: DoctorWorld) => Promise<unknown>;
}

const DEAD = { pid: 999_999_999, start: '1', boot: 'another' };
const letter = { from: 'overlord', to: 'inferno', subject: 's', body: 'b', priority: 'normal' };

/** Each alone and all at once; sessions of their own keep them apart. */
export const seeded: readonly Seeded[] = [
  {
    fault: 'an army on record whose session is gone, with unread mail',
    code: 'army_dead',
    severity: 'fault',
    names: 'fallen',
    fixable: true,
    async seed(world) {
      const store = await world.relay('fallen');
      await store.mail.deliver({ ...letter, priority: 'normal' });
      await world.register({ session: 'fallen' });
    },
  },
  {
    fault: 'an agent that outlived its army [Z20]',
    code: 'orphans',
    severity: 'fault',
    names: 'ghosts',
    fixable: true,
    async seed({ own }) {
      const config = join(own, 'sessions', 'ghosts', 'relay', 'mcp', 'inferno.json');
      const program = ['-e', 'setInterval(() => {}, 1000)', '--', '--mcp-config', config];
      // Its parent is gone as well: the tests may run inside a multiplexer.
      const shell = ['-c', '"$0" "$@" >/dev/null 2>&1 & echo $!', process.execPath, ...program];
      const pid = Number(execFileSync('/bin/sh', shell, { encoding: 'utf8' }));
      onTestFinished(async () => void (await endProcesses([pid])));
      const isAgent = (): boolean =>
        listProcesses().some((one) => one.pid === pid && one.argv[0] === process.execPath);
      await waitFor(isAgent, 'the agent');
    },
  },
  {
    fault: 'a clean-up that was cut off [R13]',
    code: 'cleanup_interrupted',
    severity: 'fault',
    names: 'torn-away',
    fixable: true,
    async seed(world) {
      const store = await world.relay('torn-away');
      await store.mail.deliver({ ...letter, priority: 'normal' });
      const stamp = createIds(systemClock).next();
      renameSync(store.where, join(store.where, '..', `.relay.${stamp}.leaving`));
    },
  },
  {
    fault: 'a lock of a dead process',
    code: 'lock_left',
    severity: 'warning',
    names: '.summoning.lock',
    fixable: true,
    seed: async ({ own, file }) =>
      file(
        join(own, 'armies', '.summoning.lock'),
        JSON.stringify({ ...DEAD, token: 't', until: Date.now() + 30_000 }),
      ),
  },
  {
    fault: 'a lease of a dead process',
    code: 'lock_left',
    severity: 'warning',
    names: 'marshall',
    fixable: true,
    seed: async ({ project, file }) =>
      file(
        join(project, '.ovld', 'queue', '.lock', 'marshall', 'token', 'owner.json'),
        JSON.stringify({ ...DEAD, until: Date.now() + 5000 }),
      ),
  },
  {
    fault: 'mail that others may read',
    code: 'too_open',
    severity: 'fault',
    names: '0755',
    fixable: true,
    async seed(world) {
      const store = await world.relay('glass');
      chmodSync(store.where, 0o755);
    },
  },
  {
    fault: 'a configuration with a mistake',
    code: 'file_invalid',
    severity: 'fault',
    names: 'config.yaml:2',
    fixable: false,
    seed: async ({ project, file }) =>
      file(join(project, '.ovld', 'config.yaml'), 'language: ja\nmux: screen\n'),
  },
  {
    fault: 'a formation with a mistake',
    code: 'file_invalid',
    severity: 'fault',
    names: 'trio.yaml:2',
    fixable: false,
    seed: async ({ own, file }) =>
      file(join(own, 'formations', 'trio.yaml'), 'roles:\n  - rolle: one\n'),
  },
  {
    fault: 'a ritual with a control character',
    code: 'file_invalid',
    severity: 'fault',
    names: 'inferno.md:1',
    fixable: false,
    seed: async ({ project, file }) =>
      file(join(project, '.ovld', 'rituals', 'inferno.md'), 'You are \u001b[31mInferno\n'),
  },
  {
    fault: 'a formation.json that cannot be read',
    code: 'relay_formation_broken',
    severity: 'fault',
    names: 'formation.json',
    fixable: false,
    async seed(world) {
      const store = await world.relay('scrambled');
      world.file(join(store.where, 'formation.json'), '{ "name": ');
    },
  },
  {
    fault: 'a link in a relay directory',
    code: 'relay_link',
    severity: 'fault',
    names: 'stray-link',
    fixable: false,
    async seed(world) {
      const store = await world.relay('linked');
      symlinkSync('/etc', join(store.where, 'inbox', 'stray-link'));
    },
  },
  {
    fault: 'files that were set aside',
    code: 'quarantined',
    severity: 'warning',
    names: 'spoilt',
    fixable: false,
    async seed(world) {
      const store = await world.relay('spoilt');
      world.file(join(store.where, 'bad', 'x.json'), '?');
      world.file(join(store.where, 'bad', 'x.json.reason'), 'not JSON\n');
    },
  },
  {
    fault: 'a journal with torn lines [N3]',
    code: 'journal_torn',
    severity: 'note',
    names: '2 lines',
    fixable: false,
    async seed(world) {
      const store = await world.relay('ripped');
      const whole = JSON.stringify({
        at: '2026-11-15T00:00:00.000Z',
        event: 'reconnected',
        to: 'a',
      });
      world.file(join(store.where, 'journal.jsonl'), `\n${whole}\n{"at":"20\n{"at"\n${whole}`);
    },
  },
  {
    fault: 'a record of an army that cannot be read',
    code: 'record_broken',
    severity: 'fault',
    names: 'scribble.json',
    fixable: false,
    seed: async ({ own, file }) => file(join(own, 'armies', 'scribble.json'), 'no record\n'),
  },
  {
    fault: 'an inbox of the queue that is no YAML',
    code: 'inbox_broken',
    severity: 'fault',
    names: 'envoy.yaml',
    fixable: false,
    seed: async ({ project, file }) =>
      file(join(project, '.ovld', 'queue', 'inbox', 'envoy.yaml'), '- id: [broken\n'),
  },
  {
    fault: 'a change of the board that was not finished',
    code: 'intent_left',
    severity: 'warning',
    names: '.intent.json',
    fixable: false,
    seed: async ({ project, file }) =>
      file(join(project, '.ovld', 'queue', '.intent.json'), '{"id":"1","files":[],"notes":[]}'),
  },
  {
    fault: 'messages of the board that were not sent',
    code: 'unsent_left',
    severity: 'warning',
    names: '.unsent.json',
    fixable: false,
    seed: async ({ project, file }) => file(join(project, '.ovld', 'queue', '.unsent.json'), '[]'),
  },
  {
    fault: 'sockets in too deep a directory [Z23]',
    code: 'socket_long',
    severity: 'fault',
    names: 'ZELLIJ_SOCKET_DIR',
    fixable: false,
    seed: async ({ env, home }) => (env['ZELLIJ_SOCKET_DIR'] = join(home, 'deep'.repeat(20))),
  },
  {
    fault: 'a file in place of the temporary directory',
    code: 'dir_unwritable',
    severity: 'fault',
    names: 'not-a-folder',
    fixable: false,
    seed: async ({ env, home, file }) =>
      (env['TMPDIR'] = file(join(home, 'not-a-folder'), 'a file\n')),
  },
  {
    fault: 'a Claude Code that is too old',
    code: 'program_old',
    severity: 'warning',
    names: '2.0.1',
    fixable: false,
    seed: async ({ program }) => program('claude', 'echo "2.0.1 (Claude Code)"'),
  },
  {
    fault: 'a zellij that hangs',
    code: 'program_late',
    severity: 'warning',
    names: 'zellij',
    fixable: false,
    async seed({ program, patience }) {
      patience.ms = 1500;
      program('zellij', 'exec sleep 30');
    },
  },
];
