import { rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { fieldsIn, numberIn, stringIn } from './fields.ts';
import { inDirectory } from './record.ts';
import { messageOf } from '../kit/errno.ts';

/** What a test makes the agent do. */
export type Order =
  /** With `lead`: after so many milliseconds of a turn, as real ones come. */
  | { do: 'dialog'; id: string; lead?: number }
  | { do: 'draft'; text: string }
  | { do: 'busy'; ms: number }
  | { do: 'exit'; code: number }
  | { do: 'say'; text: string }
  | { do: 'call'; tool: string; arguments: object }
  | { do: 'kill-relay' | 'look' };

/** One JSON line an order, one JSON line its answer, on a Unix socket. */
export async function openControl(
  path: string,
  role: string,
  carryOut: (order: Order) => Promise<object>,
) {
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
    close(): void {
      server.close();
      for (const client of clients) client.end();
    },
  };
}

async function answer(line: string, carryOut: (order: Order) => Promise<object>): Promise<object> {
  try {
    return { ok: true, ...(await carryOut(parseOrder(line))) };
  } catch (error) {
    return { ok: false, error: messageOf(error) };
  }
}

/** The fields that an order must have; `lead` and `arguments` may be there besides. */
const REQUIRED: Readonly<
  Record<string, Readonly<Record<string, typeof stringIn | typeof numberIn>>>
> = {
  dialog: { id: stringIn },
  draft: { text: stringIn },
  say: { text: stringIn },
  busy: { ms: numberIn },
  exit: { code: numberIn },
  call: { tool: stringIn },
  'kill-relay': {},
  look: {},
};

export function parseOrder(line: string): Order {
  const order = fieldsIn(JSON.parse(line), 'an order');
  const verb = stringIn(order, 'do');
  const required = Object.hasOwn(REQUIRED, verb) ? REQUIRED[verb] : undefined;
  if (required === undefined) throw new Error(`no such order: ${verb}`);
  for (const [key, read] of Object.entries(required)) read(order, key);
  if (order['lead'] !== undefined) numberIn(order, 'lead');
  const args = fieldsIn(order['arguments'] ?? {}, 'arguments');
  return { ...order, arguments: args } as unknown as Order;
}
