import { muxKinds, type MuxKind } from '../army/formation.ts';
import { OvldError } from '../errors.ts';
import type { Processes } from './parts.ts';

interface Choice {
  /** From a flag, a variable or the configuration. */
  wanted: MuxKind | undefined;
  /** The multiplexer this terminal is in. */
  inside: MuxKind | undefined;
  /** The formation's own: only where it is installed. */
  preferred?: MuxKind | undefined;
}

/**
 * What was asked for; else what the formation is made for; else the one the person is in; else the
 * first that is installed.
 */
export async function chooseMux(
  processes: Pick<Processes, 'isInstalled'>,
  { wanted, inside, preferred }: Choice,
): Promise<MuxKind> {
  if (wanted === undefined && preferred !== undefined && (await processes.isInstalled(preferred))) {
    return preferred;
  }
  const asked = wanted ?? inside;
  for (const kind of asked === undefined ? muxKinds : [asked]) {
    if (await processes.isInstalled(kind)) return kind;
  }
  if (asked === undefined) throw new OvldError('mux_none', { tried: muxKinds });
  const other = muxKinds.find((kind) => kind !== asked);
  const isThere = other !== undefined && (await processes.isInstalled(other));
  throw new OvldError('mux_missing', { program: asked, ...(isThere && { other }) });
}
