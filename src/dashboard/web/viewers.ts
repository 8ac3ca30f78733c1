import type { Clock, Timer } from '../../kit/clock.ts';
import type { Part, Picture } from '../../lookout/picture.ts';
import { openChanges } from './changes.ts';
import type { Events } from './wire.ts';

/** The part of a response that an event stream needs. */
export interface Outlet {
  write(text: string): boolean;
  end(text?: string): unknown;
  destroy(): unknown;
  on(event: 'drain' | 'close' | 'error', call: () => void): unknown;
}

interface Viewer {
  /** Set while it does not read; then it is dropped. */
  behind: Timer | undefined;
  /** Something was not written to it meanwhile. */
  missed: boolean;
}

/** Changes within this time go out together. */
export const PACE_MS = 40;
/** A viewer that has not read for this long is dropped; it may come back for a whole picture. */
export const PATIENCE_MS = 15_000;
const BEAT_MS = 30_000;
const MOST_VIEWERS = 32;

/**
 * The browsers that show the page. Each gets a whole picture first and then the changes. A viewer that does
 * not read gets nothing more, so that at most one event waits in memory for it; when it reads again, it
 * gets a whole picture.
 */
export function openViewers(picture: () => Picture, clock: Clock) {
  const viewers = new Map<Outlet, Viewer>();
  const due = new Set<Part>();
  let findChange: ReturnType<typeof openChanges> | undefined;
  let pace: Timer | undefined;
  let beat: Timer | undefined;
  let lastTold = -Infinity;

  function drop(outlet: Outlet): void {
    viewers.get(outlet)?.behind?.cancel();
    viewers.delete(outlet);
    if (viewers.size > 0) return;
    beat?.cancel();
    pace?.cancel();
    [beat, pace, findChange] = [undefined, undefined, undefined];
    due.clear();
  }

  function writeTo(outlet: Outlet, text: string): void {
    const viewer = viewers.get(outlet);
    if (viewer?.behind !== undefined) viewer.missed = true;
    if (viewer === undefined || viewer.missed || outlet.write(text)) return;
    viewer.behind = clock.after(PATIENCE_MS, () => {
      drop(outlet);
      outlet.destroy();
    });
  }

  function writeChange(): void {
    pace = undefined;
    lastTold = clock.monotonic();
    const change = findChange?.(due, picture());
    due.clear();
    if (change === undefined) return;
    const text = event('change', change);
    for (const outlet of viewers.keys()) writeTo(outlet, text);
  }

  function keepAlive(): void {
    beat = clock.after(BEAT_MS, () => {
      for (const outlet of viewers.keys()) writeTo(outlet, ': here\n\n');
      keepAlive();
    });
  }

  return {
    count: (): number => viewers.size,
    add(outlet: Outlet): void {
      const eldest = viewers.keys().next().value;
      if (eldest !== undefined && viewers.size >= MOST_VIEWERS) {
        drop(eldest);
        eldest.destroy();
      }
      findChange ??= openChanges(picture());
      viewers.set(outlet, { behind: undefined, missed: false });
      outlet.on('close', () => drop(outlet));
      outlet.on('error', () => drop(outlet));
      outlet.on('drain', () => {
        const viewer = viewers.get(outlet);
        if (viewer?.behind === undefined) return;
        viewer.behind.cancel();
        viewer.behind = undefined;
        if (!viewer.missed) return;
        viewer.missed = false;
        writeTo(outlet, event('picture', picture()));
      });
      if (beat === undefined) keepAlive();
      writeTo(outlet, event('picture', picture()));
    },
    changed(parts: ReadonlySet<Part>): void {
      if (viewers.size === 0) return;
      for (const part of parts) due.add(part);
      if (pace !== undefined) return;
      const restMs = PACE_MS - (clock.monotonic() - lastTold);
      if (restMs <= 0) writeChange();
      else pace = clock.after(restMs, writeChange);
    },
    close(why: Events['end']['why']): void {
      if (due.size > 0) writeChange();
      for (const outlet of viewers.keys()) {
        drop(outlet);
        outlet.end(event('end', { why }));
      }
    },
  };
}

/** JSON has no line breaks of its own, so that an event is always one line of data. */
const event = <E extends keyof Events>(name: E, data: Events[E]): string =>
  `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
