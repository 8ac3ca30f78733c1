import type { Doorbell } from '../agent/agent.ts';
import { typeInto, type Typing } from './typing.ts';

/** Wakes an agent by typing, through the gate: the last of a relay's doorbells. */
export const typedDoorbell = (typing: Typing): Doorbell => ({
  name: 'typed',
  ring: ({ to, text, signal }) => typeInto(typing, to, text, signal),
});

/** Types the agent's own words for "get your relay back"; the new relay then rings by itself. */
export const reconnectDoorbell = (typing: Typing, command: string): Doorbell => ({
  name: 'reconnect',
  restores: true,
  ring: ({ to, signal }) => typeInto(typing, to, command, signal),
});
