import { execFileSync } from 'node:child_process';
import { onTestFinished } from 'vitest';
import type { Command } from '../../src/mux/mux.ts';
import { waitFor } from './wait-for.ts';

/** A person's terminal, 200 by 60, with the multiplexer's client in it. */
export interface Client {
  /** What the person sees. */
  screen(): string;
  type(...keys: string[]): void;
}

/** A terminal is needed to attach: a second, private tmux lends one. */
export async function attachedClient(
  dir: string,
  env: Readonly<Record<string, string>>,
  { program, args, env: more }: Command,
): Promise<Client> {
  const outer = (...words: string[]): string =>
    execFileSync('tmux', ['-S', `${dir}/terminal`, '-f', '/dev/null', ...words], {
      env: { ...env, ...more },
      stdio: 'pipe',
      timeout: 20_000,
      encoding: 'utf8',
    });
  const size = ['-x', '200', '-y', '60'];
  const words = [program, ...args.map(String)];
  // The client must not think that it is inside the outer one.
  const clean = ['env', '-u', 'TMUX', '-u', 'TMUX_PANE', ...words];
  outer('new-session', '-d', '-s', 'terminal', ...size, '--', ...clean);
  onTestFinished(() => {
    try {
      outer('kill-server');
    } catch {
      // It ended with the client in it.
    }
  });
  outer('set-option', '-g', 'status', 'off');
  const screen = (): string => outer('capture-pane', '-p', '-t', 'terminal');
  await waitFor(() => screen().trim() !== '', 'the client to draw');
  return { screen, type: (...keys) => void outer('send-keys', '-t', 'terminal', ...keys) };
}

/** Runs tmux in a world; throws with its words where it fails. */
export const tmuxIn =
  (env: Readonly<Record<string, string>>) =>
  (...args: string[]): string =>
    execFileSync('tmux', args, { env, encoding: 'utf8', stdio: 'pipe', timeout: 20_000 }).trimEnd();
