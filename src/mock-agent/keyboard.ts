import { keyReader, type Key } from './keys.ts';

/** The keyboard's side of a terminal: `process.stdin`. */
export interface Input {
  setRawMode?(raw: boolean): unknown;
  on(event: 'data', call: (chunk: Buffer) => void): unknown;
  on(event: 'end' | 'error' | 'close', call: () => void): unknown;
  destroy(): unknown;
}

export interface Typist {
  /** Every chunk as it came, before anything is made of it. */
  raw(chunk: Buffer): void;
  pressed(keys: readonly Key[]): void;
  /** The terminal is gone. */
  gone(): void;
}

/** An escape that nothing follows in this time is the key. */
const ESCAPE_MS = 25;

export function openKeyboard(input: Input, typist: Typist): { close(): void } {
  const keys = keyReader();
  let escape: NodeJS.Timeout | undefined;
  input.setRawMode?.(true);
  input.on('data', (chunk) => {
    typist.raw(chunk);
    clearTimeout(escape);
    typist.pressed(keys.read(chunk));
    if (keys.unsettled) escape = setTimeout(() => typist.pressed(keys.settle()), ESCAPE_MS);
  });
  for (const end of ['end', 'error', 'close'] as const) input.on(end, () => typist.gone());
  return {
    close() {
      clearTimeout(escape);
      input.setRawMode?.(false);
      input.destroy();
    },
  };
}
