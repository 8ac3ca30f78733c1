import type { MuxKind } from '../army/formation.ts';
import type { MuxVersion } from './mux.ts';
import { isNewEnough, NEEDED } from './tmux/version.ts';
import { zellijVersion } from './zellij/version.ts';

/** As `tmux -V` says it. */
const tmuxVersion: MuxVersion = {
  args: ['-V'],
  read(said) {
    const [, version] = /^tmux (\S+)\s*$/.exec(said) ?? [];
    if (version === undefined) return undefined;
    return isNewEnough(version) ? { version, byPane: true } : { version, needs: NEEDED };
  },
};

export const muxVersions: Readonly<Record<MuxKind, MuxVersion>> = {
  zellij: zellijVersion,
  tmux: tmuxVersion,
};
