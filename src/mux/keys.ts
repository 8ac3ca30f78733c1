import type { Key } from './mux.ts';

/** What a program reads when the key is pressed. */
export const KEY_BYTES: Readonly<Record<Key, string>> = { Enter: '\r', Escape: '\u001b' };
