import * as z from 'zod/mini';
import { wakeFailures } from '../../errors.ts';
import type { Role } from '../../army/role.ts';
import { UnfitFile } from '../../kit/disk.ts';
import { isErrno } from '../../kit/errno.ts';
import { readResetTime } from '../../message/reset-time.ts';
import { leaseAgeMs, observable } from '../../message/status.ts';
import type { HookSide, HookStatuses, Journal, RitualNote } from '../store.ts';
import { conversationFiles } from './conversations.ts';
import { readOrQuarantine, replaceDocument } from './document.ts';
import { replaceWhole, type Ground } from './ground.ts';
import { readEndpoint, replaceOutfitFiles, writeOutfit } from './outfit.ts';
import { startFiles } from './starts.ts';
import { wakeFiles } from './wakes.ts';

/** Hooks write it in place, always as many bytes: `turns` is a text of digits, padded. */
const stateSchema = z.lazy(() =>
  z.object({
    state: z.enum(observable),
    turns: z.optional(z.string().check(z.regex(/^\d{1,9}$/))),
    tells: z.optional(z.boolean()),
  }),
);

const ritualSchema = z.lazy(() =>
  z.pipe(
    z.object({
      state: z.enum(['due', 'given', 'skipped']),
      at: z.iso.datetime({ offset: true }),
      code: z.optional(z.enum(wakeFailures)),
    }),
    z.transform(({ code, ...note }): RitualNote => ({ ...note, ...(code && { code }) })),
  ),
);

/** The half of a store that hooks share: any backend may use it as it is. */
export const hookSideFiles = (ground: Ground, journal: Journal): HookSide => ({
  statuses: hookStatusFiles(ground, journal),
  wakes: wakeFiles(ground),
  conversations: conversationFiles(ground),
  mailText: () => undefined,
  starts: startFiles(ground),
  endpoints: { read: (role) => readEndpoint(ground, role) },
  outfitPath: (role, kind) => ground.at.outfit(role, kind),
  writeOutfit: (formation, files) => writeOutfit(ground, formation, files),
  replaceOutfitFiles: (files) => replaceOutfitFiles(ground, files),
});

/**
 * `state/{role}`, observed: its age is the file's; `ritual/{role}.json`; `person/{role}`, of which only the time
 * counts. Whole at any moment, but not synced: after a power cut no process is left that does what they say.
 */
function hookStatusFiles(ground: Ground, journal: Journal): HookStatuses {
  const { at, disk, clock } = ground;

  return {
    async readObserved(role) {
      const stat = await disk.stat(at.state(role));
      // A hook has just made it, and has not written yet.
      if (stat === undefined || (stat.kind === 'file' && stat.bytes === 0)) return undefined;
      const seen = await readOrQuarantine(ground, journal, at.state(role), stateSchema);
      if (seen === undefined) return undefined;
      const ageMs = leaseAgeMs(clock.now() - stat.modifiedMs);
      const { state, turns, tells } = seen;
      const until = state === 'limited' ? await readLimit(ground, role) : undefined;
      return {
        state,
        ageMs,
        ...(until !== undefined && { until }),
        at: Math.round(stat.modifiedMs),
        ...(turns !== undefined && { turns: Number(turns) }),
        ...(tells === false && { tells: false as const }),
      };
    },
    observe: (role, seen) => replaceWhole(ground, at.state(role), stateText(seen)),
    noteLimit: (role, said) =>
      replaceWhole(ground, at.limit(role), said.slice(0, LIMIT_CHARACTERS)),

    readRitual: (role) => readOrQuarantine(ground, journal, at.ritual(role), ritualSchema),
    noteRitual: (role, { state, at: when, code }) =>
      replaceDocument(ground, at.ritual(role), { state, at: when, code }),

    readLastSpokenAt: async (role) => (await disk.stat(at.person(role)))?.modifiedMs,
    noteSpoken: (role) => replaceWhole(ground, at.person(role), ''),
  };
}

const LIMIT_CHARACTERS = 2_000;

/** `limit/{role}`: what an agent said of its limit, as it said it. */
async function readLimit({ at, disk }: Ground, role: Role): Promise<number | undefined> {
  try {
    const said = await disk.read(at.limit(role), 4 * LIMIT_CHARACTERS);
    const stat = await disk.stat(at.limit(role));
    return stat && readResetTime(said, stat.modifiedMs);
  } catch (error) {
    if (error instanceof UnfitFile || isErrno(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** As long as every other of its agent: one that is overwritten in place leaves nothing of the one before. */
const stateText = ({ state, turns = 0, tells }: Parameters<HookStatuses['observe']>[1]): string => {
  const quoted = `"${state}"`.padEnd('"waiting"'.length);
  const silent = tells === false ? ',"tells":false' : '';
  return `{"state":${quoted},"turns":"${String(turns).padStart(6, '0')}"${silent}}\n`;
};
