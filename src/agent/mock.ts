import type { Agent, LaunchOrder } from './agent.ts';
import { readComposer, showsText } from './composer.ts';
import { RECONNECT, relayConfig } from './relay-config.ts';

/** A scripted agent that needs no account: ovld itself is the program (`ovld mock-agent`). */
export const mockAgent: Agent = {
  kind: 'mock',
  reconnect: RECONNECT,
  interrupt: 'Escape',
  read: readComposer,
  shows: showsText,
  resumes: (transcript) => transcript !== '',
  plays,
  launch: (order) => ({
    argv: [
      ...order.ovld,
      'mock-agent',
      '--mcp-config',
      order.paths.mcp,
      ...(order.ritual?.delivery === 'system-prompt' ? ['--ritual', order.paths.ritual] : []),
      ...(order.resume === undefined ? [] : ['--resume', order.resume]),
      ...(plays(order.args) ? ['--play', order.paths.settings] : []),
      ...order.args,
    ],
    mcp: relayConfig(order),
    ...(plays(order.args) && { settings: { play: partOf(order) } }),
    ...(order.ritual?.delivery === 'system-prompt' && { ritual: order.ritual.text }),
  }),
};

const OF_A_TEST = new Set(['--script', '--record', '--control']);

/** With a script, a record or a control of its own it is an instrument of a person's, and only does what that says. */
function plays(args: readonly string[]): boolean {
  return !args.some((word) => OF_A_TEST.has(word.split('=')[0] ?? ''));
}

const partOf = ({ army: { language, mux, place } }: LaunchOrder): object => ({
  language,
  mux,
  ...place,
});
