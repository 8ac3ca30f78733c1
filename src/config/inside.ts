import { muxKinds, type MuxKind } from '../army/formation.ts';
import type { Env } from './env.ts';

/**
 * Which multiplexer this terminal is in; the inner one, where one runs in the other. Each marks its
 * programs and knows nothing of the other, so then the names of our ancestors tell, nearest first.
 */
export function insideOf(env: Env, ancestors: () => readonly string[]): MuxKind | undefined {
  const marked = muxKinds.filter((kind) => (env[kind.toUpperCase()] ?? '') !== '');
  if (marked.length < 2) return marked[0];
  const inner = ancestors().find((name) => /^(?:zellij|tmux)/.test(name)) ?? '';
  return inner.startsWith('tmux') ? 'tmux' : 'zellij';
}
