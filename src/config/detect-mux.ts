import { muxKinds, type MuxKind } from '../army/formation.ts';
import { ancestorNames } from '../kit/processes.ts';
import type { Env } from './env.ts';

/**
 * The multiplexer this terminal is in; the inner one, where one runs in the other. Both then have set their
 * variable, so the names of this process's ancestors decide, nearest first.
 */
export function detectMux(
  env: Env,
  ancestors: () => readonly string[] = ancestorNames,
): MuxKind | undefined {
  const marked = muxKinds.filter((kind) => (env[kind.toUpperCase()] ?? '') !== '');
  if (marked.length < 2) return marked[0];
  const inner = ancestors().find((name) => /^(?:zellij|tmux)/.test(name)) ?? '';
  return inner.startsWith('tmux') ? 'tmux' : 'zellij';
}
