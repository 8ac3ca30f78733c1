import { spawnSync } from 'node:child_process';
import type { TestContext } from 'vitest';
import { existsSync } from 'node:fs';
import { commandOf } from '../../scripts/real-agent-places.mjs';
import type { AgentKind } from './agent-kinds.ts';
import { CLAUDE } from './claude-home.ts';

/**
 * What a test needs of its machine and may not find. Then it is skipped with the reason printed,
 * unless `OVLD_REQUIRE` (a list with commas) names the thing: where it must be there, its absence is
 * a failure.
 */
export type Need =
  | AgentKind
  | 'linux'
  | 'root'
  | 'tmpfs'
  | 'tmux'
  | 'zellij'
  | 'claude'
  | 'prlimit'
  | 'userns'
  | 'inspector'
  | 'bash'
  | 'zsh'
  | 'fish'
  | 'chromium';

export function requireOrSkip(
  { skip }: Pick<TestContext, 'skip'>,
  need: Need,
  missing: string | undefined,
): void {
  if (requireOrSay(need, missing)) return;
  skip(`needs ${need}: ${missing}`);
}

/** For a test that has something left to do without it. Whether it is there. */
export function requireOrSay(need: Need, missing: string | undefined): boolean {
  if (missing === undefined) return true;
  const required = (process.env['OVLD_REQUIRE'] ?? '').split(',').map((name) => name.trim());
  if (required.includes(need)) throw new Error(`OVLD_REQUIRE names ${need}, but ${missing}`);
  // The default reporter keeps the reason of a skip to itself.
  process.stderr.write(`skipped, needs ${need}: ${missing}\n`);
  return false;
}

export const missingProgram = (name: string): string | undefined =>
  spawnSync('which', [name]).status === 0 ? undefined : `${name} is not installed`;

/** The Claude Code of test/real-claude; a person's own is never used. */
export const missingClaude = (): string | undefined =>
  existsSync(CLAUDE) ? undefined : 'test/real-claude is not installed (npm ci in it)';

/** One of the agents of test/real-agents; a person's own are never used. */
export const missingAgent = (kind: AgentKind): string | undefined =>
  commandOf(kind) ? undefined : `it is not installed (node scripts/real-agents.mjs ${kind})`;
