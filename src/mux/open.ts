import type { Mux } from './mux.ts';

/** Undefined: this army is seen nowhere, nothing can be typed. */
export async function openMux(kind: 'none' | 'recording', dir: string): Promise<Mux | undefined> {
  if (kind === 'none') return undefined;
  const { openRecordingMux } = await import('./recording.ts');
  return openRecordingMux(dir);
}
