import { onTestFinished } from 'vitest';
import type { Formation } from '../../src/army/formation.ts';
import { overlordFormation } from '../../src/army/overlord.ts';
import type { Role } from '../../src/army/role.ts';
import { systemClock, type Clock } from '../../src/kit/clock.ts';
import type { Lookout } from '../../src/lookout/lookout.ts';
import { openLookout } from '../../src/lookout/open-lookout.ts';
import type { LookoutParts, Scene, WatchedWork } from '../../src/lookout/parts.ts';
import type { Part, Picture } from '../../src/lookout/picture.ts';
import type { Draft } from '../../src/message/message.ts';
import type { Person } from '../../src/relay/person.ts';
import type { Store } from '../../src/store/store.ts';
import { letter } from './letters.ts';
import { waitFor } from './wait-for.ts';

/** Shorter than the lookout's tick: what is seen in this time was heard of. */
const HEARD_MS = 15_000;

interface World {
  store: Store;
  clock?: Clock;
  formation?: Formation;
  scene?: Partial<Scene>;
  work?: WatchedWork;
  person?: Partial<Person>;
  pausing?: Partial<LookoutParts['pausing']>;
}

export interface Watched {
  lookout: Lookout;
  /** What was told, in order. */
  told: Set<Part>[];
  logged: string[];
  /** Waits until the picture is so. */
  shows: (what: string, so: (picture: Picture) => boolean) => Promise<Picture>;
}

export async function watched(world: World): Promise<Watched> {
  const { store, clock = systemClock, formation = overlordFormation } = world;
  const logged: string[] = [];
  const unexpected = (): never => {
    throw new Error('the person was asked to do something');
  };
  const lookout = await openLookout({
    store,
    clock,
    formation,
    record: {
      session: 'overlord',
      folder: '/castle',
      formation: formation.name,
      mux: 'tmux',
      relayDir: store.where,
      startedAt: '2026-11-16T12:00:00.000Z',
    },
    person: {
      send: unexpected,
      sendAll: unexpected,
      inbox: unexpected,
      take: unexpected,
      letter: unexpected,
      ...world.person,
    },
    work: world.work,
    scene: {
      readQuestion: async () => undefined,
      isLive: async () => true,
      isOurs: async () => true,
      show: async () => undefined,
      ...world.scene,
    },
    pausing: {
      interrupt: unexpected,
      word: { subject: 'Go on', body: 'The pause is over.', priority: 'normal' },
      ...world.pausing,
    },
    log: (line) => logged.push(line),
  });
  onTestFinished(() => lookout[Symbol.asyncDispose]());
  const told: Set<Part>[] = [];
  lookout.watch((parts) => told.push(new Set(parts)));
  const shows: Watched['shows'] = (what, so) =>
    waitFor(() => so(lookout.picture()) && lookout.picture(), what, HEARD_MS);
  return { lookout, told, logged, shows };
}

/** As every send, without a ring. */
export async function post(store: Store, fields: Partial<Draft> = {}): Promise<string> {
  return (await store.mail.deliver(letter(fields))).id;
}

export const sightOf = (picture: Picture, role: Role) =>
  picture.roles.find((one) => one.role === role);
