export interface StreamEvent {
  event: string;
  data: string;
}

/**
 * Reads `text/event-stream` in pieces of any size, as far as our own server writes it: `event:` and one
 * line of `data:`; a line that begins with a colon is ignored.
 */
export function createEventReader(take: (event: StreamEvent) => void): (piece: string) => void {
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
      if (event !== undefined && data !== undefined) take({ event, data });
    }
  };
}
