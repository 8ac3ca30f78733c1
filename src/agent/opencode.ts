import type { Agent } from './agent.ts';
import { connectDoorbell, promptDoorbell } from './opencode/doorbells.ts';
import { launchOpencode } from './opencode/launch.ts';
import { findPrompt, readScreen, showsPrompt, wantsAnother } from './opencode/screen.ts';
import { watchEvents } from './opencode/watch.ts';

/** Measured with this one; an older one may lack a call of its server. */
const OLDEST = '1.18.33';

/**
 * opencode, configured by its environment and woken by the server of its own screen. It asks for no trust, and has no
 * hooks: its server tells of its turns.
 */
export const opencodeAgent: Agent = {
  kind: 'opencode',
  program: 'opencode',
  package: 'opencode-ai',
  version: {
    args: ['--version'],
    needs: OLDEST,
    read: (said) => /^(\d+\.\d+\.\d+)\s*$/.exec(said)?.[1],
  },
  listens: 'port',
  reconnect: connectDoorbell,
  // Of more its model gets only the name of a file.
  replies: { bytes: 49_000, lines: 2_000, textOnly: true, cancelsLate: true },
  interrupt: 'Escape',
  wantsAgain: wantsAnother,
  read: readScreen,
  asks: findPrompt,
  shows: showsPrompt,
  // It keeps its conversations by itself.
  resumes: () => true,
  launch: launchOpencode,
  doorbells: (endpoint, own) => [promptDoorbell(endpoint, own)],
  watch: (endpoint, own, heard, signal) => void watchEvents(endpoint, own, heard, signal),
};
