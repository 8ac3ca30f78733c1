const NEWLINE = 0x0a;

interface LineEvents {
  line(text: string): void;
  tooLong(): void;
}

/** Cuts bytes into lines. A line above the limit is dropped as it comes, not kept. */
export function splitLines(limit: number, events: LineEvents): { push(chunk: Buffer): void } {
  let parts: Buffer[] = [];
  let held = 0;
  let dropping = false;

  function keep(part: Buffer): void {
    if (dropping) return;
    held += part.length;
    if (held > limit) {
      dropping = true;
      parts = [];
    } else {
      parts.push(part);
    }
  }

  function finish(): void {
    const text = dropping ? undefined : Buffer.concat(parts).toString('utf8');
    parts = [];
    held = 0;
    dropping = false;
    if (text === undefined) events.tooLong();
    else events.line(text);
  }

  return {
    push(chunk) {
      let from = 0;
      for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
        keep(chunk.subarray(from, at));
        finish();
        from = at + 1;
      }
      if (from < chunk.length) keep(chunk.subarray(from));
    },
  };
}
