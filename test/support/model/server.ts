import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answer, json } from './answer.ts';
import { recordOf, type Entry, type ModelRecord } from './record.ts';
import { say, type Reply } from './reply.ts';
import { emptyMemory, readRequest, type Memory, type ModelRequest } from './request.ts';

/** Answers a request, or leaves it to the next rule. */
export type Rule = (request: ModelRequest) => Reply | undefined;

/**
 * An Anthropic Messages API on 127.0.0.1 that answers by rules, and writes down what it was asked.
 * Usable without a test runner; `close` ends it and every answer it still holds back.
 */
export interface ScriptedModel extends ModelRecord {
  url: string;
  /** Before every other rule; gives back what takes it away again. */
  first(rule: Rule): () => void;
  /** Before every other rule, until it has answered so many times. */
  times(count: number, rule: Rule): void;
  close(): Promise<void>;
}

export async function scriptedModel(...rules: Rule[]): Promise<ScriptedModel> {
  const entries: Entry[] = [];
  const unknownPaths: string[] = [];
  const memories = new Map<string, Memory>();
  const memoryOf = (session: string): Memory => {
    const memory = memories.get(session) ?? emptyMemory();
    memories.set(session, memory);
    return memory;
  };
  let end = (): void => undefined;
  const over = new Promise<void>((resolve) => (end = resolve));

  const replyTo = (request: ModelRequest): Reply => {
    for (const rule of rules) {
      const reply = rule(request);
      if (reply !== undefined) return reply;
    }
    return byItself(request);
  };

  async function serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of message) chunks.push(chunk as Buffer);
    const [at, wall] = [performance.now(), Date.now()];
    const path = message.url ?? '';
    if (message.method !== 'POST' || !path.startsWith('/v1/messages')) {
      unknownPaths.push(`${message.method} ${path}`);
      json(response, message.method === 'HEAD' || path === '/api/hello' ? 200 : 404, {});
      return;
    }
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    const n = entries.length + 1;
    const request = readRequest({ n, at, wall, path, headers: message.headers, body }, memoryOf);
    const entry: Entry = { request, reply: { hangUp: true } };
    entries.push(entry);
    response.on('close', () => {
      if (response.writableFinished) entry.answeredAt = performance.now();
      else entry.leftAt = performance.now();
    });
    if (request.purpose === 'count') {
      entry.reply = say('');
      json(response, 200, { input_tokens: Math.ceil(Buffer.concat(chunks).length / 4) });
      return;
    }
    entry.reply = replyTo(request);
    await answer(response, request, entry.reply, over);
  }

  const server = createServer((message, response) => {
    serve(message, response).catch((error: unknown) => {
      // A rule that throws must not pass for a model's answer: the test finds it in the record.
      unknownPaths.push(`${message.method} ${message.url}: ${String(error)}`);
      if (!response.headersSent) {
        json(response, 500, {
          type: 'error',
          error: { type: 'api_error', message: String(error) },
        });
      } else response.destroy();
    });
  });
  // Claude keeps connections open between turns.
  server.keepAliveTimeout = 600_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  const first = (rule: Rule): (() => void) => {
    rules.unshift(rule);
    return () => void rules.splice(rules.indexOf(rule), rules.includes(rule) ? 1 : 0);
  };
  return {
    ...recordOf(entries, unknownPaths),
    url: `http://127.0.0.1:${port}`,
    first,
    times(count, rule) {
      let left = count;
      const away = first((request) => {
        const reply = left > 0 ? rule(request) : undefined;
        if (reply !== undefined && (left -= 1) === 0) away();
        return reply;
      });
    },
    async close() {
      end();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** What no rule has answered. */
function byItself({ purpose }: ModelRequest): Reply {
  // Without these tags Claude asks for the summary a second time.
  if (purpose === 'compaction')
    return say('<analysis>Short.</analysis>\n<summary>Earlier turns, in short.</summary>');
  return say(purpose === 'side' ? 'A scripted title' : 'Done.');
}
