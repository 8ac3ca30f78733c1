import { spawn } from 'node:child_process';
import { StringDecoder } from 'node:string_decoder';
import { onTestFinished } from 'vitest';
import type { Exit, RelayCommand } from '../../src/mock-agent/mcp-client.ts';
import { OVLD, relayEnv } from './relay-process.ts';

/**
 * The bare line of one relay process: each complete line as it comes, in the same turn in which it
 * was read, so that a test can act before anything else happens. What a killed relay left unfinished
 * is no line; it is kept apart.
 */
export interface Wire {
  readonly pid: number;
  post(message: object): void;
  write(bytes: string | Uint8Array): void;
  /** Ends stdin, as an agent that exits does. */
  end(): void;
  /** Closes our end of its stdout. */
  hangUp(): void;
  kill(signal: NodeJS.Signals): void;
  readonly closed: Promise<Exit & { torn: string }>;
  stderr(): string;
}

export function openWire(command: RelayCommand, onLine: (line: string) => void): Wire {
  const child = spawn(command.command, command.args, {
    env: command.env,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let errors = '';
  child.stdin.on('error', () => undefined);
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString('utf8')));
  child.stdout.on('data', (chunk: Buffer) => {
    // Not readline: it takes for a line what a killed relay left of one.
    const lines = (rest + decoder.write(chunk)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  });
  const closed = new Promise<Exit & { torn: string }>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, torn: rest }));
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await closed;
  });
  return {
    pid: child.pid ?? -1,
    post: (message) =>
      void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`),
    write: (bytes) => void child.stdin.write(bytes),
    end: () => void child.stdin.end(),
    hangUp: () => void child.stdout.destroy(),
    kill: (signal) => void child.kill(signal),
    closed,
    stderr: () => errors,
  };
}

export const relayCommandOf = (dir: string, role: string): RelayCommand => ({
  command: process.execPath,
  args: [OVLD, 'relay'],
  env: relayEnv(dir, role),
});
