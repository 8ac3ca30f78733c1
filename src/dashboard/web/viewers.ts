import type { Clock, Timer } from '../../kit/clock.ts';
import type { Part, Picture } from '../../lookout/picture.ts';
import { openChanges, type Changes } from './changes.ts';
import type { Events } from './wire.ts';

/** The part of a response that an event stream needs. */
export interface Outlet {
  write(text: string): boolean;
  end(text?: string): unknown;
  destroy(): unknown;
  on(event: 'drain' | 'close' | 'error', call: () => void): unknown;
}

export interface Viewers {
  add(outlet: Outlet): void;
  changed(parts: ReadonlySet<Part>): void;
  count(): number;
  close(why: Events['end']['why']): void;
}

interface Viewer {
  /** Set while it does not read; then it is let go. */
  behind: Timer | undefined;
  /** Something was not written to it meanwhile. */
  missed: boolean;
}

/** What happens within this time goes out together. */
export const PACE_MS = 40;
/** Who has not read for this long is let go; it may come back for a whole picture. */
export const PATIENCE_MS = 15_000;
const BEAT_MS = 30_000;
const MOST_VIEWERS = 32;

/**
 * Everybody who looks at the page. Each is given a whole picture first and then what changes. To one that
 * does not read nothing more is written, so that no more than one event ever waits in memory for it; when
 * it reads again, it is given a whole picture.
 */
export function openViewers(picture: () => Picture, clock: Clock): Viewers {
  const viewers = new Map<Outlet, Viewer>();
  const due = new Set<Part>();
  let changes: Changes | undefined;
  let pace: Timer | undefined;
  let beat: Timer | undefined;
  let lastTold = -Infinity;

  function drop(outlet: Outlet): void {
    viewers.get(outlet)?.behind?.cancel();
    viewers.delete(outlet);
    if (viewers.size > 0) return;
    beat?.cancel();
    pace?.cancel();
    [beat, pace, changes] = [undefined, undefined, undefined];
    due.clear();
  }

  function give(outlet: Outlet, text: string): void {
    const viewer = viewers.get(outlet);
    if (viewer?.behind !== undefined) viewer.missed = true;
    if (viewer === undefined || viewer.missed || outlet.write(text)) return;
    viewer.behind = clock.after(PATIENCE_MS, () => {
      drop(outlet);
      outlet.destroy();
    });
  }

  function tell(): void {
    pace = undefined;
    lastTold = clock.monotonic();
    const change = changes?.since(due, picture());
    due.clear();
    if (change === undefined) return;
    const text = event('change', change);
    for (const outlet of viewers.keys()) give(outlet, text);
  }

  function keepAlive(): void {
    beat = clock.after(BEAT_MS, () => {
      for (const outlet of viewers.keys()) give(outlet, ': here\n\n');
      keepAlive();
    });
  }

  return {
    count: () => viewers.size,
    add(outlet) {
      const eldest = viewers.keys().next().value;
      if (eldest !== undefined && viewers.size >= MOST_VIEWERS) {
        drop(eldest);
        eldest.destroy();
      }
      changes ??= openChanges(picture());
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
        give(outlet, event('picture', picture()));
      });
      if (beat === undefined) keepAlive();
      give(outlet, event('picture', picture()));
    },
    changed(parts) {
      if (viewers.size === 0) return;
      for (const part of parts) due.add(part);
      if (pace !== undefined) return;
      const rest = PACE_MS - (clock.monotonic() - lastTold);
      if (rest <= 0) tell();
      else pace = clock.after(rest, tell);
    },
    close(why) {
      if (due.size > 0) tell();
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
