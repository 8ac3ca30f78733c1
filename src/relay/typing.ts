import type { Agent, Composer } from '../agent/agent.ts';
import type { Role } from '../army/role.ts';
import type { WakeFailure } from '../errors.ts';
import type { Clock } from '../kit/clock.ts';
import { pause } from '../kit/timeout.ts';
import { CannotType, type Panes, type Screen } from '../mux/mux.ts';
import { resolvePane, type Whereabouts } from './resolve-pane.ts';
import { screenObstacle } from './screen-obstacle.ts';

export interface Typing extends Whereabouts {
  panes: Panes;
  agentOf: (role: Role) => Agent;
  clock: Clock;
  /** In milliseconds: between the first sight of the pane and the text, and between that and Enter. */
  pauses: { before?: number; enter: number };
  /** Further texts that only ovld types, as a composer shows them, spaces or not. Nudges are known. */
  isOurs?: (role: Role, shown: string) => boolean;
  /** Keeps other processes from typing to the role meanwhile. */
  alone?: <T>(role: Role, work: () => Promise<T>) => Promise<T>;
}

export type Typed =
  | {
      sent: true;
      /** What was submitted is a text of ours that stood there before, not the one asked for. */
      leftover: boolean;
      /** Waits for the composer to let go of it. */
      confirm: () => Promise<boolean>;
    }
  | { sent: false; code: WakeFailure };

/**
 * The gate every keystroke passes. Nothing is typed over a draft, in a turn, into a dialog, a dead
 * pane or one that cannot be seen, and Enter is pressed only after a second look shows the text, whole
 * and alone, in the composer: a dialog that opened meanwhile would take Enter for its answer (C1), a
 * person's letters would be sent along (C2). A pane that seems to show something else may only be scrolled
 * (Z10) or in copy mode (T2): it is thawed and looked at once more, before typing and before Enter.
 */
export async function typeInto(
  typing: Typing,
  role: Role,
  text: string,
  signal: AbortSignal,
): Promise<Typed> {
  const refused = (code: WakeFailure): Typed => ({ sent: false, code });
  return enterGate(typing, role, refused, (aim) => typeAt(aim, text, signal));
}

/** Finds the role's pane anew, and keeps other processes from typing to the role during `work`. */
export async function enterGate<T>(
  typing: Typing,
  role: Role,
  refused: (code: WakeFailure) => T,
  work: (aim: Aim) => Promise<T>,
): Promise<T> {
  const { alone = (_role, worked) => worked() } = typing;
  return alone(role, async () => {
    const guess = await glance(typing, role);
    const pane = await resolvePane(typing, role);
    if (typeof pane === 'string') return refused(pane);
    const glimpse = guess?.pane === pane.id ? guess.screen : undefined;
    const aim = { ...typing, role, agent: typing.agentOf(role), pane: pane.id, glimpse };
    try {
      return await work(aim);
    } catch (error) {
      if (error instanceof CannotType) return refused(error.code);
      throw error;
    }
  });
}

export interface Aim extends Typing {
  role: Role;
  agent: Agent;
  pane: string;
  /** A first look that was taken while the pane was still being looked for. */
  glimpse: Promise<Screen | undefined> | undefined;
}

/** Where a role most likely is, looked at beforehand, where that costs no time. */
async function glance({ panes, seats }: Typing, role: Role) {
  if (panes.concurrent !== true) return undefined;
  const pane = (await seats.list(role)).findLast(({ alive }) => alive)?.pane;
  if (pane === undefined) return undefined;
  const screen = panes.screen(pane);
  // The one that awaits it hears of what went wrong.
  screen.catch(() => undefined);
  return { pane, screen };
}

export type Look = Composer | 'no_pane' | 'copy_mode';

/** Every agent's sign of a running turn moves within a second: a spinner, the seconds it took. */
export const MOVES_WITHIN_MS = 1_100;

async function typeAt(aim: Aim, text: string, signal: AbortSignal): Promise<Typed> {
  const { panes, pane, pauses, agent } = aim;
  const refused = (code: WakeFailure): Typed => ({ sent: false, code });
  const first = await firstLooks(aim);
  const sign = busySign(first);
  const still = sign === true ? undefined : sign;
  const before = still === undefined ? first : await lookAgain(aim);
  const obstacle = obstacleIn(aim, before) ?? turnIn(before, still);
  if (obstacle !== undefined) return refused(obstacle);
  if (signal.aborted) return refused('ring_timeout');
  // One of ours, pasted and never submitted, is submitted: nothing else could be typed before it.
  const standing = composerText(before);
  const expected = standing === '' ? text : standing;
  if (standing === '') await panes.paste(pane, text);
  const due = pause(aim.clock, pauses.enter);
  await pause(aim.clock, Math.max(0, pauses.enter - (panes.leadMs ?? 0)));
  const obstacleNow = await enterIfAlone(aim, expected, { still, signal, due });
  if (obstacleNow !== undefined) return refused(obstacleNow);
  const confirm = (): Promise<boolean> => letGo(aim, expected);
  const asked = [standing, withoutNudges(standing)].some((part) => agent.shows(part, text));
  return { sent: true, leftover: standing !== '' && !asked, confirm };
}

/** On a machine with much to do an agent draws what it has taken long after it took it. */
const LETS_GO_WITHIN_MS = 3_000;

/** Asked too early, a text that was submitted seems to stand there still, and would be given again. */
async function letGo(aim: Aim, text: string): Promise<boolean> {
  const { clock, pauses } = aim;
  const until = clock.monotonic() + LETS_GO_WITHIN_MS;
  do {
    await pause(clock, Math.max(LOOK_MS, pauses.enter));
    if (!standsAlone(aim, await look(aim), text)) return true;
  } while (clock.monotonic() < until);
  return false;
}

const LOOK_MS = 50;

export async function look(aim: Aim): Promise<Look> {
  const screen = await aim.panes.screen(aim.pane);
  return screen === undefined ? 'no_pane' : lookAt(aim, screen);
}

export const lookAt = ({ agent }: Aim, screen: Screen): Look =>
  screen.copyMode ? 'copy_mode' : agent.read(screen);

/** By focus the first look is what goes to the pane; what is seen after the pause is what counts. */
async function firstLooks(aim: Aim): Promise<Look> {
  const { before } = aim.pauses;
  if (before === undefined) return firstLook(aim);
  const seen = await firstLook(aim);
  if (obstacleIn(aim, seen) !== undefined) return seen;
  await pause(aim.clock, before);
  return firstLook({ ...aim, glimpse: undefined });
}

export async function firstLook(aim: Aim): Promise<Look> {
  const glimpse = await aim.glimpse;
  const seen = glimpse === undefined ? await look(aim) : lookAt(aim, glimpse);
  const frozen = seen === 'copy_mode' || (seen !== 'no_pane' && seen.state === 'unknown');
  if (!frozen) return seen;
  await aim.panes.thaw(aim.pane);
  return look(aim);
}

/**
 * The second look and Enter are one step of the multiplexer's, as close as it can. A slow agent gets
 * a second pause, a frozen pane is thawed; a dialog is left alone.
 */
async function enterIfAlone(
  aim: Aim,
  text: string,
  { still, signal, due }: Reservations,
): Promise<WakeFailure | undefined> {
  let seen: Look = 'no_pane';
  const isBusy = (): boolean => turnIn(seen, still) !== undefined;
  const sure = (screen: Screen): boolean => {
    seen = lookAt(aim, screen);
    // Given up on meanwhile: another may be typing here now.
    return !signal.aborted && !isBusy() && standsAlone(aim, seen, text);
  };
  const press = async (): Promise<boolean> => {
    seen = 'no_pane';
    return aim.panes.press(aim.pane, 'Enter', sure, due);
  };
  if (await press()) return undefined;
  if (!isHopeless(seen) && !isBusy()) {
    await aim.panes.thaw(aim.pane);
    await pause(aim.clock, aim.pauses.enter);
    if (await press()) return undefined;
  }
  if (signal.aborted) return 'ring_timeout';
  return obstacleIn(aim, seen) ?? (isBusy() ? 'agent_busy' : 'not_shown');
}

interface Reservations {
  /** What looked like the sign of a turn, and is none. */
  still: string | undefined;
  signal: AbortSignal;
  /** The text is given this long to appear. */
  due: Promise<void>;
}

export const busySign = (seen: Look): string | true | undefined =>
  typeof seen !== 'string' && seen.state === 'ready' ? seen.busy : undefined;

/**
 * Dialogs open in turns, and between the last look and Enter there are always some milliseconds:
 * during a turn nothing is typed at all. What only looks like the sign of one, in what an agent has
 * printed, stays as it is; it must not keep mail waiting for ever.
 */
function turnIn(seen: Look, still: string | undefined): 'agent_busy' | undefined {
  const sign = busySign(seen);
  return sign === undefined || sign === still ? undefined : 'agent_busy';
}

async function lookAgain(aim: Aim): Promise<Look> {
  await pause(aim.clock, MOVES_WITHIN_MS);
  return look(aim);
}

const isHopeless = (seen: Look): boolean =>
  seen === 'no_pane' || (seen !== 'copy_mode' && seen.state === 'dialog');

const obstacleIn = (aim: Aim, seen: Look): WakeFailure | undefined =>
  typeof seen === 'string' ? seen : screenObstacle(seen, (text) => typedByUs(aim, text));

/**
 * A text of ours that stands unsubmitted may be submitted later; a person's draft never. Two of ours
 * stand there when two processes typed at once.
 */
export function typedByUs(
  { agent, role, isOurs }: Pick<Aim, 'agent' | 'role' | 'isOurs'>,
  shown: string,
): boolean {
  const { reconnect } = agent;
  const rest = withoutNudges(shown);
  return (
    rest === '' ||
    (typeof reconnect === 'string' && agent.shows(rest, reconnect)) ||
    isOurs?.(role, rest) === true
  );
}

const OWN_NUDGE = /\[MESSAGEfrom[a-z0-9_-]+\].*?\(#[0-9a-z.-]+\)/g;

/** A narrow pane may wrap a nudge anywhere: it is looked for without its spaces. */
function withoutNudges(shown: string): string {
  const squeezed = shown.replaceAll(/\s+/g, '');
  const rest = squeezed.replaceAll(OWN_NUDGE, '');
  return rest === squeezed ? shown : rest;
}

export const composerText = (seen: Look): string =>
  typeof seen !== 'string' && seen.state === 'ready' ? seen.text : '';

const standsAlone = ({ agent }: Aim, seen: Look, text: string): boolean =>
  typeof seen !== 'string' &&
  seen.state === 'ready' &&
  (seen.text === text || agent.shows(seen.text, text));
