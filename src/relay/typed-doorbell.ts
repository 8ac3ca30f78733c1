import type { Doorbell } from '../agent/agent.ts';
import { typeInto, type Typing } from './typing.ts';

/** The last rung: typing, through the gate. */
export const typedDoorbell = (typing: Typing): Doorbell => ({
  name: 'typed',
  ring: ({ to, text, signal }) => typeInto(typing, to, text, signal),
});

/** Types the agent's own words for "get your relay back"; the new relay then rings by itself. */
export const reconnectDoorbell = (typing: Typing): Doorbell => ({
  name: 'reconnect',
  async ring({ to, signal }) {
    const { reconnect } = typing.agentOf(to);
    if (reconnect === undefined) return { sent: false, code: 'ring_failed' };
    return typeInto(typing, to, reconnect, signal);
  },
});
