import type { Agent, Composer, Doorbell, RingOutcome } from '../agent/agent.ts';
import type { Role } from '../army/role.ts';
import type { WakeFailure } from '../errors.ts';
import type { Clock } from '../kit/clock.ts';
import type { Panes } from '../mux/mux.ts';
import type { Seats } from '../store/store.ts';

/** An agent needs it to take a paste in before Enter. */
const PAUSE_MS = 150;

interface Typing {
  mux: Panes;
  agent: Agent;
  seats: Seats;
  clock: Clock;
  pauseMs?: number;
}

/**
 * The last rung: typing. Nothing is typed over a draft, into a dialog or a dead pane, and Enter is
 * pressed only after a second look shows the nudge, whole and alone, in the composer: a dialog that
 * opened meanwhile would take Enter for its answer (C1), a person's letters would be sent along (C2).
 */
export const typedDoorbell = (typing: Typing): Doorbell => ({
  name: 'typed',
  ring: ({ to, text, signal }) => ringPane(typing, to, text, signal),
});

/** Types the agent's own words for "get your relay back"; the new relay then rings by itself. */
export const reconnectDoorbell = (typing: Typing): Doorbell => ({
  name: 'reconnect',
  ring: async ({ to, signal }) =>
    typing.agent.reconnect === undefined
      ? { sent: false, code: 'ring_failed' }
      : ringPane(typing, to, typing.agent.reconnect, signal),
});

async function ringPane(
  typing: Typing,
  to: Role,
  text: string,
  signal: AbortSignal,
): Promise<RingOutcome> {
  const { mux, seats, clock, pauseMs = PAUSE_MS } = typing;
  const pane = await resolvePane(mux, seats, to);
  if (typeof pane === 'string') return { sent: false, code: pane };
  const failure = await type(typing, pane.id, text, signal);
  if (failure !== undefined) return { sent: false, code: failure };
  const confirm = async (): Promise<boolean> => {
    await pause(clock, pauseMs);
    return !standsAlone(await look(typing, pane.id), text);
  };
  return { sent: true, confirm };
}

/** Pastes, looks again, and only then submits. */
async function type(
  typing: Typing,
  pane: string,
  text: string,
  signal: AbortSignal,
): Promise<WakeFailure | undefined> {
  const { mux, clock, pauseMs = PAUSE_MS } = typing;
  const before = await look(typing, pane);
  const obstacle = obstacleIn(typing, before);
  if (obstacle !== undefined) return obstacle;
  // One of ours, pasted but never submitted: it says the same, so it is submitted instead.
  const left = composerText(before);
  if (left !== '' && squeeze(left) !== squeeze(text) && !isNudge(text)) return 'draft_present';
  if (signal.aborted) return 'ring_timeout';
  if (left === '') await mux.paste(pane, text);
  await pause(clock, pauseMs);
  const shown = await look(typing, pane);
  if (!standsAlone(shown, left === '' ? text : left))
    return obstacleIn(typing, shown) ?? 'not_shown';
  // Given up on meanwhile: another may be typing here now.
  if (signal.aborted) return 'ring_timeout';
  await mux.press(pane, 'Enter');
  return undefined;
}

async function look({ mux, agent }: Typing, pane: string): Promise<Composer | WakeFailure> {
  const screen = await mux.screen(pane);
  if (screen === undefined) return 'no_pane';
  return screen.copyMode ? 'copy_mode' : agent.read(screen);
}

function obstacleIn({ agent }: Typing, seen: Composer | WakeFailure): WakeFailure | undefined {
  if (typeof seen === 'string') return seen;
  if (seen.state === 'dialog') return 'dialog_open';
  if (seen.state === 'unknown') return 'screen_unknown';
  const reconnect =
    agent.reconnect !== undefined && squeeze(seen.text) === squeeze(agent.reconnect);
  const ours = seen.text === '' || isNudge(seen.text) || reconnect;
  return ours ? undefined : 'draft_present';
}

/** A nudge of ours that stands unsubmitted may be submitted later; a person's draft never. */
const OWN_NUDGE = /^\[MESSAGE from [a-z0-9_-]+\].*\(#[0-9a-z.-]+\)$/;

const isNudge = (text: string): boolean => OWN_NUDGE.test(text.replaceAll('\n', ' '));

const composerText = (seen: Composer | WakeFailure): string =>
  typeof seen !== 'string' && seen.state === 'ready' ? seen.text : '';

const squeeze = (text: string): string => text.replaceAll(/\s+/g, '');

const standsAlone = (seen: Composer | WakeFailure, text: string): boolean =>
  typeof seen !== 'string' && seen.state === 'ready' && squeeze(seen.text) === squeeze(text);

const pause = (clock: Clock, ms: number): Promise<void> =>
  new Promise((resolve) => void clock.after(ms, resolve));

/** What the role's relay registered, else what the multiplexer lists under the role's name. */
export async function resolvePane(
  mux: Panes,
  seats: Seats,
  role: Role,
): Promise<{ id: string } | 'no_pane' | 'pane_dead'> {
  const panes = await mux.panes();
  const registered = (await seats.list(role)).at(-1)?.pane;
  const found =
    panes.find(({ id }) => id === registered) ??
    panes.find((pane) => pane.role === role) ??
    panes.find(({ title }) => title === role);
  if (found === undefined) return 'no_pane';
  return found.alive ? { id: found.id } : 'pane_dead';
}
