import { readFileSync } from 'node:fs';
import { OvldError } from '../../errors.ts';
import { parseMcpConfig } from '../../mock-agent/mcp-config.ts';
import { runMockAgent } from '../../mock-agent/mock-agent.ts';
import { noScript, parseScript } from '../../mock-agent/script.ts';
import { stateFile } from '../../mock-agent/state-file.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export interface MockAgentFlags {
  mcpConfig: string;
  record?: string;
  control?: string;
  bootMs?: string;
  script?: string;
  roleName?: string;
  ritual?: string;
  resume?: string;
  /** `--no-state`: an agent without hooks. */
  state: boolean;
}

/** An agent that needs no account, in this terminal, until it is told to go or the terminal is gone. */
export async function mockAgentCommand(
  env: Readonly<Record<string, string | undefined>>,
  flags: MockAgentFlags,
): Promise<number> {
  const config = parsed(flags.mcpConfig, (text) => parseMcpConfig(text, flags.roleName));
  const script = flags.script === undefined ? noScript : parsed(flags.script, parseScript);
  const ending = new AbortController();
  const end = (): void => ending.abort();
  for (const signal of SIGNALS) process.on(signal, end);
  const { relayDir, role } = config;
  const given = Object.entries(env).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, value] as const],
  );
  const exitCode = await runMockAgent({
    config,
    script,
    input: process.stdin,
    output: process.stdout,
    env: Object.fromEntries(given),
    observe: flags.state && relayDir !== undefined ? stateFile(relayDir, role) : () => undefined,
    bootMs: millisecondsIn(flags.bootMs ?? '0'),
    began: {
      ...(flags.ritual !== undefined && { ritual: parsed(flags.ritual, String) }),
      ...(flags.resume !== undefined && { resume: flags.resume }),
    },
    record: flags.record,
    control: flags.control,
    signal: ending.signal,
  });
  for (const signal of SIGNALS) process.off(signal, end);
  return exitCode;
}

function parsed<T>(path: string, parse: (text: string) => T): T {
  try {
    return parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OvldError('usage', { message: `${path}: ${reason}` }, { cause: error });
  }
}

function millisecondsIn(given: string): number {
  if (/^\d{1,6}$/.test(given)) return Number(given);
  throw new OvldError('usage', { message: `--boot-ms ${given}` });
}
