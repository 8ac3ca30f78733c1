import { openSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** What happened to the agent, in order: every raw chunk from its terminal, and what it made of it. */
export interface Record {
  raw(chunk: Buffer): void;
  event(event: string, data?: object): void;
}

/** One write a line, each begun with a newline: one that a kill tore cannot spoil the next (N3). */
export function openRecord(path: string | undefined, role: string): Record {
  if (path === undefined) return { raw: () => undefined, event: () => undefined };
  const fd = openSync(inDirectory(path, `${role}.jsonl`), 'a', 0o600);
  const write = (entry: object): void =>
    void writeSync(fd, `\n${JSON.stringify({ at: new Date().toISOString(), ...entry })}`);
  return {
    raw: (chunk) => write({ raw: chunk.toString('base64') }),
    event: (event, data = {}) => write({ event, ...data }),
  };
}

/** A directory stands for the file of this role in it. */
export const inDirectory = (path: string, name: string): string =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true ? join(path, name) : path;
