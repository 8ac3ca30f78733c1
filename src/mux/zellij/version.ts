import type { MuxVersion } from '../mux.ts';
import { parseVersion } from './listing.ts';

/** By pane id from 0.44; a layout for a session that is to be made, from 0.41. */
const ZELLIJ = { oldest: 41, byPane: 44 };

export const zellijVersion: MuxVersion = {
  args: ['--version'],
  read(said) {
    const parts = parseVersion(said);
    if (parts === undefined) return undefined;
    const [major, minor] = parts;
    const version = parts.join('.');
    const atLeast = (wanted: number): boolean => major > 0 || minor >= wanted;
    return atLeast(ZELLIJ.oldest)
      ? { version, byPane: atLeast(ZELLIJ.byPane) }
      : { version, needs: `0.${ZELLIJ.oldest}` };
  },
};
