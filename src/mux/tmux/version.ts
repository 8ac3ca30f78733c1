/** 3.2 is the first whose `new-session` takes `-e`; sizes in per cent came with 3.1. */
export const NEEDED = '3.2';

/**
 * As a number to compare: 3.3a is 3.03. A development version (`next-3.6`, `master`) counts as what
 * it is going to be; OpenBSD's counts its own releases, and all since 7.0 are new enough.
 */
export function versionNumber(version: string): number {
  if (version === 'master') return Infinity;
  if (version.startsWith('openbsd-')) return Number.parseFloat(version.slice(8)) >= 7 ? 3.02 : 0;
  const [, major = '0', minor = '0'] = /^(?:next-)?(\d+)\.(\d+)/.exec(version) ?? [];
  return Number(major) + Number(minor) / 100;
}

export const isNewEnough = (version: string): boolean =>
  versionNumber(version) >= versionNumber(NEEDED);

/** Whether buffers are made visible by vis(3) on their way to the program (T6). */
export const escapesBuffers = (version: string): boolean => versionNumber(version) >= 3.07;
