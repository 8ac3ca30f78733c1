/** One event of a stream. */
export interface Told {
  event: string;
  data: string;
}

/**
 * Reads `text/event-stream` as it comes, in pieces of any size. Only what our own server writes: `event:`
 * and one line of `data:`; a line that begins with a colon says nothing.
 */
export function eventReader(told: (event: Told) => void): (piece: string) => void {
  let rest = '';
  return (piece) => {
    rest += piece;
    for (;;) {
      const end = rest.indexOf('\n\n');
      if (end < 0) return;
      const lines = rest.slice(0, end).split('\n');
      rest = rest.slice(end + 2);
      const field = (name: string): string | undefined =>
        lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
      const [event, data] = [field('event'), field('data')];
      if (event !== undefined && data !== undefined) told({ event, data });
    }
  };
}
