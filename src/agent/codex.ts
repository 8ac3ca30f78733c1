import type { Agent } from './agent.ts';
import { createQueueDoorbell, createReconnectDoorbell } from './codex/doorbells.ts';
import { launchCodex } from './codex/launch.ts';
import { findQuestion, readScreen, shows } from './codex/screen.ts';
import { watchSeat } from './codex/watch.ts';

/** Codex, in two parts: an app-server on a socket of the seat's, and the terminal that a person sees. */
export const codexAgent: Agent = {
  kind: 'codex',
  program: 'codex',
  package: '@openai/codex',
  // The first with a queue of prompts that other programs may add to.
  version: {
    args: ['--version'],
    needs: '0.166.0',
    read: (said) => /^codex-cli (\d+\.\d+\.\d+)/m.exec(said)?.[1],
  },
  interrupt: 'Escape',
  listens: 'socket',
  read: readScreen,
  asks: findQuestion,
  shows,
  resumes: (transcript) => transcript.includes('"session_meta"'),
  launch: launchCodex,
  reconnect: ({ at }, own) => createReconnectDoorbell(String(at), own),
  doorbells: ({ at }, own) => [createQueueDoorbell(String(at), own)],
  watch: ({ at }, own, heard, signal) => void watchSeat(String(at), own, heard, signal),
};
