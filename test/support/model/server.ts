import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answer, json } from './answer.ts';
import { chat } from './chat.ts';
import type { Dialect } from './dialect.ts';
import { gemini } from './gemini.ts';
import { fields } from './json.ts';
import { messages } from './messages.ts';
import { exampleOf } from './offered.ts';
import { recordOf, type Entry, type ModelRecord } from './record.ts';
import { call, say, type Reply } from './reply.ts';
import { responses } from './responses.ts';
import { emptyMemory, readRequest, type Memory, type ModelRequest } from './request.ts';

const DIALECTS: readonly Dialect[] = [messages, responses, chat, gemini];
const SEAT = /^\/as\/([a-z][a-z0-9_-]*)(?=\/)/;

/** Answers a request, or leaves it to the next rule. */
export type Rule = (request: ModelRequest) => Reply | undefined;

/**
 * A model on 127.0.0.1 that answers by rules in the words of four APIs, and writes down what it was asked.
 * Usable without a test runner; `close` ends it and every answer it still holds back.
 */
export interface ScriptedModel extends ModelRecord {
  url: string;
  /** The same for one seat: what asks there is written down under its role. */
  urlAs(role: string): string;
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
    return answerByItself(request);
  };

  async function serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of message) chunks.push(chunk as Buffer);
    const [at, wall] = [performance.now(), Date.now()];
    const asked = message.url ?? '';
    const [prefix = '', seat] = SEAT.exec(asked) ?? [];
    const path = asked.slice(prefix.length);
    if (message.method === 'GET' && /^\/v1\/models(\?|$)/.test(path)) {
      json(response, 200, { object: 'list', data: [{ id: 'scripted', object: 'model' }] });
      return;
    }
    const dialect = DIALECTS.find((one) => one.hears(path));
    if (message.method !== 'POST' || dialect === undefined) {
      unknownPaths.push(`${message.method} ${path}`);
      json(response, message.method === 'HEAD' || path === '/api/hello' ? 200 : 404, {});
      return;
    }
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    const n = entries.length + 1;
    const arrival = { n, at, wall, path, headers: message.headers, body, ...(seat && { seat }) };
    const request = readRequest(arrival, dialect.read(arrival), memoryOf);
    const entry: Entry = { request, reply: { hangUp: true } };
    entries.push(entry);
    response.on('close', () => {
      if (response.writableFinished) entry.answeredAt = performance.now();
      else entry.leftAt = performance.now();
    });
    if (request.purpose === 'count') {
      entry.reply = say('');
      const tokens = Math.ceil(Buffer.concat(chunks).length / 4);
      json(response, 200, dialect.count?.(tokens) ?? {});
      return;
    }
    entry.reply = replyTo(request);
    await answer(response, dialect, request, entry.reply, over);
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
    urlAs: (role) => `http://127.0.0.1:${port}/as/${role}`,
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
function answerByItself({ purpose, wanted, offered, system, heard }: ModelRequest): Reply {
  if (wanted !== undefined) return say(JSON.stringify(exampleOf(wanted)));
  if (purpose === 'compaction') {
    const tag = `${system}${heard}`.includes('<state_snapshot>') ? 'state_snapshot' : 'summary';
    // Without these tags it is asked for a second time.
    return say(`<analysis>Short.</analysis>\n<${tag}>Earlier turns, in short.</${tag}>`);
  }
  if (purpose !== 'side') return say('Done.');
  const [only, ...more] = offered;
  if (only === undefined || more.length > 0) return say('A scripted title');
  return call([{ tool: only.name, input: fields(exampleOf(only.schema)) }]);
}
