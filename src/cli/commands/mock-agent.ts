import { readFileSync } from 'node:fs';
import { OvldError } from '../../errors.ts';
import { mockAgent as en } from '../../i18n/en/mock-agent.ts';
import { mockAgent as ja } from '../../i18n/ja/mock-agent.ts';
import { play as enPlay } from '../../i18n/en/play.ts';
import { play as jaPlay } from '../../i18n/ja/play.ts';
import { parsePart } from '../../mock-agent/play-part.ts';
import { parseMcpConfig } from '../../mock-agent/mcp-config.ts';
import { runMockAgent } from '../../mock-agent/mock-agent.ts';
import { noScript, parseScript } from '../../mock-agent/script.ts';
import { personFile, stateFile } from '../../mock-agent/state-file.ts';
import { defineCommand } from '../parse/define-command.ts';
import { negated, required, text } from '../parse/values.ts';
import { abortOnSignals } from '../terminal/signals.ts';
import { messageOf } from '../../kit/errno.ts';

const plays = { en: enPlay, ja: jaPlay };

/** An agent that needs no account, in this terminal, until a signal ends it or the terminal is closed. */
export const command = defineCommand({
  group: 'programs',
  place: 2,
  texts: { en, ja },
  options: {
    mcpConfig: required(text('file', 'file')),
    record: text('path', 'file'),
    control: text('socket'),
    bootMs: text('ms'),
    script: text('file', 'file'),
    play: text('file', 'file'),
    roleName: text('role', 'role'),
    ritual: text('file', 'file'),
    resume: text('id'),
    state: negated,
  },
  examples: {
    plain: 'ovld mock-agent --mcp-config mcp.json',
    record: 'ovld mock-agent --mcp-config mcp.json --record keys.jsonl',
  },
  async run(given, { env, language, texts }) {
    const config = parseFile(given.mcpConfig, (words) => parseMcpConfig(words, given.roleName));
    const part =
      given.play === undefined
        ? undefined
        : parseFile(given.play, (words) => parsePart(words, config.role));
    const script = given.script === undefined ? noScript : parseFile(given.script, parseScript);
    using ending = abortOnSignals(['SIGTERM', 'SIGHUP']);
    const { relayDir, role } = config;
    const variables = Object.entries(env).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, value] as const],
    );
    return await runMockAgent({
      config,
      script,
      texts: plays[part?.language ?? language],
      play: part && {
        part,
        texts: plays[part.language],
        person: given.state && relayDir !== undefined ? personFile(relayDir, role) : undefined,
      },
      input: process.stdin,
      output: process.stdout,
      env: Object.fromEntries(variables),
      observe: given.state && relayDir !== undefined ? stateFile(relayDir, role) : () => undefined,
      bootMs: readMilliseconds(given.bootMs ?? '0', texts),
      began: {
        ...(given.ritual !== undefined && { ritual: parseFile(given.ritual, String) }),
        ...(given.resume !== undefined && { resume: given.resume }),
      },
      record: given.record,
      control: given.control,
      signal: ending.signal,
      onInterrupt: (press) => void process.on('SIGINT', press),
    });
  },
});

function parseFile<T>(path: string, parse: (text: string) => T): T {
  try {
    return parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const reason = messageOf(error);
    throw new OvldError('usage', { message: `${path}: ${reason}` }, { cause: error });
  }
}

function readMilliseconds(given: string, { notMilliseconds }: typeof en): number {
  if (/^\d{1,6}$/.test(given)) return Number(given);
  throw new OvldError('usage', { message: notMilliseconds(given) });
}
