import type { Check } from '../check.ts';
import type { Finding } from '../finding.ts';
import type { SocketPlace } from '../parts.ts';

const USUAL = 'overlord';
const LONGEST_NAME = 32;
const utf8 = new TextEncoder();
const bytesOf = (text: string): number => utf8.encode(text).length;

/** A socket's path has little room (Z23): a deep TMPDIR leaves none for the name of a session. */
export const sockets: Check = {
  name: 'sockets',
  async look(parts) {
    const { machine, army } = parts;
    const sessions = (await army.armies.list().catch(() => [])).map(({ session }) => session);
    const found: Finding[] = [];
    for (const place of parts.sockets()) {
      if ((await machine.program(place.program)).state === 'missing') continue;
      found.push(...inPlace(place, sessions));
    }
    return found;
  },
};

function inPlace(place: SocketPlace, sessions: readonly string[]): Finding[] {
  const { program, dir, variable, limit } = place;
  for (const session of [USUAL, ...sessions]) {
    const path = place.pathOf(session);
    const bytes = bytesOf(path);
    if (bytes <= limit) continue;
    const data = { program, path, bytes, limit, variable };
    return [{ code: 'socket_long', severity: 'fault', data }];
  }
  const longest = place.pathOf('x'.repeat(LONGEST_NAME));
  const room = LONGEST_NAME - (bytesOf(longest) - limit);
  return room >= LONGEST_NAME
    ? []
    : [{ code: 'socket_short_names', severity: 'note', data: { program, dir, room, variable } }];
}
