import { rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { fieldsIn, numberIn, stringIn } from './fields.ts';
import { inDirectory } from './record.ts';

/** What a test, or a stage director, makes the agent do. */
export type Order =
  /** With `lead`: after so many milliseconds of a turn, as real ones come. */
  | { do: 'dialog'; id: string; lead?: number }
  | { do: 'draft'; text: string }
  | { do: 'busy'; ms: number }
  | { do: 'exit'; code: number }
  | { do: 'say'; text: string }
  | { do: 'call'; tool: string; arguments: object }
  | { do: 'kill-relay' | 'look' };

export interface Control {
  close(): void;
}

/** One JSON line an order, one JSON line its answer, on a Unix socket. */
export async function openControl(
  path: string,
  role: string,
  carryOut: (order: Order) => Promise<object>,
): Promise<Control> {
  const socket = inDirectory(path, `${role}.sock`);
  rmSync(socket, { force: true });
  const clients = new Set<Socket>();
  const server = createServer((client) => {
    clients.add(client);
    client.on('close', () => clients.delete(client)).on('error', () => undefined);
    let held = '';
    client.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (held + chunk).split('\n');
      held = lines.pop() ?? '';
      for (const line of lines) {
        void answer(line, carryOut).then((reply) => client.write(`${JSON.stringify(reply)}\n`));
      }
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(socket, resolve);
  });
  return {
    close() {
      server.close();
      for (const client of clients) client.end();
    },
  };
}

async function answer(line: string, carryOut: (order: Order) => Promise<object>): Promise<object> {
  try {
    return { ok: true, ...(await carryOut(parseOrder(line))) };
  } catch (error) {
    return { ok: false, error: error instanceof Error ? error.message : String(error) };
  }
}

export function parseOrder(line: string): Order {
  const order = fieldsIn(JSON.parse(line), 'an order');
  const verb = stringIn(order, 'do');
  switch (verb) {
    case 'dialog':
      return {
        do: verb,
        id: stringIn(order, 'id'),
        ...(order['lead'] !== undefined && { lead: numberIn(order, 'lead') }),
      };
    case 'draft':
    case 'say':
      return { do: verb, text: stringIn(order, 'text') };
    case 'busy':
      return { do: verb, ms: numberIn(order, 'ms') };
    case 'exit':
      return { do: verb, code: numberIn(order, 'code') };
    case 'call': {
      const args = fieldsIn(order['arguments'] ?? {}, 'arguments');
      return { do: verb, tool: stringIn(order, 'tool'), arguments: args };
    }
    case 'kill-relay':
    case 'look':
      return { do: verb };
    default:
      throw new Error(`no such order: ${verb}`);
  }
}
