import type { Check } from '../check.ts';
import { finding, type Finding } from '../finding.ts';
import type { SocketPlace } from '../parts.ts';

const USUAL = 'overlord';
const LONGEST_NAME = 32;
const utf8 = new TextEncoder();
const bytesOf = (text: string): number => utf8.encode(text).length;

/** The length of a socket's path is limited (Z23): a deep TMPDIR leaves no room for a session's name. */
export const sockets: Check = {
  name: 'sockets',
  async look(parts) {
    const { machine, army } = parts;
    const sessions = (await army.armies.list().catch(() => [])).map(({ session }) => session);
    const found: Finding[] = [];
    for (const place of parts.sockets()) {
      if ((await machine.program(place.program)).state === 'missing') continue;
      found.push(...checkRoom(place, sessions));
    }
    return found;
  },
};

function checkRoom(place: SocketPlace, sessions: readonly string[]): Finding[] {
  const { program, dir, variable, limit } = place;
  for (const session of [USUAL, ...sessions]) {
    const path = place.pathOf(session);
    const bytes = bytesOf(path);
    if (bytes <= limit) continue;
    return [finding('socket_long', 'fault', { program, path, bytes, limit, variable })];
  }
  const longest = place.pathOf('x'.repeat(LONGEST_NAME));
  const room = LONGEST_NAME - (bytesOf(longest) - limit);
  return room >= LONGEST_NAME
    ? []
    : [finding('socket_short_names', 'note', { program, dir, room, variable })];
}
