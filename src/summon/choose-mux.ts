import { muxKinds, type MuxKind } from '../army/formation.ts';
import { OvldError } from '../errors.ts';
import type { Processes } from './parts.ts';

interface Wishes {
  /** A flag's or the configuration's word. */
  wanted: MuxKind | undefined;
  inside: MuxKind | undefined;
  /** The formation's own: only where it is installed. */
  preferred?: MuxKind | undefined;
}

/**
 * What was asked for; else what the formation is made for; else the one the person is in; else the
 * first that is installed.
 */
export async function chooseMux(
  processes: Pick<Processes, 'installed'>,
  { wanted, inside, preferred }: Wishes,
): Promise<MuxKind> {
  if (wanted === undefined && preferred !== undefined && (await processes.installed(preferred))) {
    return preferred;
  }
  const asked = wanted ?? inside;
  for (const kind of asked === undefined ? muxKinds : [asked]) {
    if (await processes.installed(kind)) return kind;
  }
  if (asked === undefined) throw new OvldError('mux_none', { tried: muxKinds });
  throw new OvldError('mux_missing', { program: asked });
}
