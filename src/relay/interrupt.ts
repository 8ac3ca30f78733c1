import type { Role } from '../army/role.ts';
import type { WakeFailure } from '../errors.ts';
import { pause } from '../kit/timeout.ts';
import type { Key, Screen } from '../mux/mux.ts';
import {
  busySign,
  composerText,
  enterGate,
  firstLook,
  look,
  lookAt,
  MOVES_WITHIN_MS,
  type Aim,
  type Look,
  type Typing,
} from './typing.ts';

/** There was no turn; it was ended; or why not, and then it may run on. */
export type Interruption = 'idle' | 'interrupted' | { failed: WakeFailure };

/** What waits in an agent begins a turn of its own when one is interrupted: that is ended too. */
const LOOKS = 12;

/**
 * Ends the turn of an agent by its own key, through the gate of every keystroke. The key is pressed only
 * where a turn is seen to run, in a last look as late as the multiplexer can: to a dialog it would be an
 * answer (C1), and at rest it would begin something else. No turn runs where two looks in a row show none.
 * A draft stays as it is.
 */
export async function interruptTurn(typing: Typing, role: Role): Promise<Interruption> {
  const gone = (code: WakeFailure): Interruption => ({ failed: code });
  return enterGate(typing, role, gone, async (aim) => {
    const { interrupt: key } = aim.agent;
    return key === undefined ? gone('no_mux') : interruptAt(aim, key);
  });
}

async function interruptAt(given: Aim, key: Key): Promise<Interruption> {
  // Each look is a new one.
  const aim = { ...given, glimpse: undefined };
  let hasPressed = false;
  for (let looks = 0; looks < LOOKS; looks += 1) {
    const first = await firstLook(aim);
    const failed = shutBy(first);
    if (failed !== undefined) return { failed };
    await pause(aim.clock, MOVES_WITHIN_MS);
    const sign = busySign(first);
    const second = await look(aim);
    // What stands still was printed by the agent, and is no sign of a turn.
    if (busySign(second) === sign && sign !== true) return hasPressed ? 'interrupted' : 'idle';
    if (sign === undefined) continue;
    if (isSpared(aim, second)) {
      // After the key it may be what was asked, given back before the turn is seen to end.
      if (hasPressed) continue;
      return { failed: 'draft_present' };
    }
    const runs = (screen: Screen): boolean => {
      const seen = lookAt(aim, screen);
      const now = busySign(seen);
      const isTurn = now === true || (now !== undefined && now !== sign);
      return isTurn && !isSpared(aim, seen);
    };
    if (!(await aim.panes.press(aim.pane, key, runs))) continue;
    hasPressed = true;
    await pressAgain(aim, key);
  }
  return { failed: 'agent_busy' };
}

const isSpared = ({ agent }: Aim, seen: Look): boolean =>
  agent.sparesDraft === true && composerText(seen) !== '';
const AGAIN_LOOKS = 16;
const AGAIN_LOOK_MS = 50;

/** For an agent that wants the key twice, and says so as long as it counts. */
async function pressAgain({ agent, panes, pane, clock }: Aim, key: Key): Promise<void> {
  if (agent.wantsAgain === undefined) return;
  const wants = (screen: Screen): boolean =>
    !screen.copyMode && agent.wantsAgain?.(screen) === true;
  for (let looks = 0; looks < AGAIN_LOOKS; looks += 1) {
    if (await panes.press(pane, key, wants)) return;
    await pause(clock, AGAIN_LOOK_MS);
  }
}

function shutBy(seen: Look): WakeFailure | undefined {
  if (typeof seen === 'string') return seen;
  if (seen.state === 'dialog') return 'dialog_open';
  return seen.state === 'unknown' ? 'screen_unknown' : undefined;
}
