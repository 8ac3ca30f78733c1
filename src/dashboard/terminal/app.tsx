import { useInput } from 'ink';
import { useLayoutEffect, useMemo, useSyncExternalStore } from 'react';
import type { Controller } from './controller.ts';
import type { Frame } from './frame.ts';
import { keyReader } from './key.ts';

interface Props {
  controller: Controller;
  draw: (frame: Frame) => void;
  /** The next text of those that were pasted. */
  pasted: () => string | undefined;
  /** Ctrl-Z. */
  suspend: () => void;
}

/**
 * The dashboard for Ink: keys go to the controller, what it says is drawn when it has changed. Ink itself
 * is given nothing to print: it measures every character of every row anew for each frame, 35 ms for a
 * screen of 100 × 30, and these rows are measured already. A frame costs one or two this way, an idle
 * minute a few.
 */
export function App({ controller, draw, pasted, suspend }: Props) {
  const frame = useSyncExternalStore(controller.subscribe, controller.frame);
  const read = useMemo(() => keyReader(pasted), [pasted]);
  useInput((input, key) => {
    for (const one of read(input, key)) {
      if (one.name === 'ctrl' && one.char === 'z') suspend();
      else controller.press(one);
    }
  });
  useLayoutEffect(() => draw(frame), [draw, frame]);
  return null;
}
