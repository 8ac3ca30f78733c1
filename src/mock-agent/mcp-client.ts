import { spawn } from 'node:child_process';

/** A JSON-RPC answer, as far as a client looks into it. */
export interface Answer {
  result?: Record<string, unknown>;
  error?: { code: number; message: string };
}

export interface ToolReply {
  isError: boolean;
  text: string;
  data: Record<string, unknown>;
}

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface RelayCommand {
  command: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
}

export type RelayClient = ReturnType<typeof spawnRelay>;

/** The client's side of one relay process: what an agent's MCP client does, and nothing more. */
export function spawnRelay({ command, args, env }: RelayCommand) {
  const child = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'pipe'] });
  const waiting = new Map<
    number,
    { take: (answer: Answer) => void; fail: (error: Error) => void }
  >();
  const stray: string[] = [];
  let errors = '';
  let ids = 0;
  let over = false;
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString('utf8')));
  child.stdin.on('error', () => undefined);

  const ended = (): Error => new Error(`the relay ended: ${errors.trim()}`);
  const exited = new Promise<Exit>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      over = true;
      for (const { fail } of waiting.values()) fail(ended());
      resolve({ code, signal });
    });
  });

  // Whole lines only: what a killed relay left half written is no reply.
  let held = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (held + chunk).split('\n');
    held = lines.pop() ?? '';
    for (const line of lines) {
      const answer = JSON.parse(line) as Answer & { id?: number | null };
      const asked = waiting.get(answer.id ?? -1);
      if (asked === undefined) stray.push(line);
      else asked.take(answer);
    }
  });

  const write = (text: string): void => void child.stdin.write(text);
  const post = (message: object): void =>
    write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

  function request(method: string, params: object = {}): Promise<Answer> {
    if (over) return Promise.reject(ended());
    ids += 1;
    const id = ids;
    return new Promise<Answer>((take, fail) => {
      waiting.set(id, { take, fail });
      post({ id, method, params });
    }).finally(() => waiting.delete(id));
  }

  return {
    pid: child.pid ?? -1,
    request,
    notify: (method: string, params: object = {}): void => post({ method, params }),
    async call(name: string, given: object = {}): Promise<ToolReply> {
      const { result, error } = await request('tools/call', { name, arguments: given });
      if (result === undefined) throw new Error(error?.message ?? 'no result');
      const content = result['content'] as { text: string }[];
      return {
        isError: result['isError'] === true,
        text: content.map(({ text }) => text).join('\n'),
        data: (result['structuredContent'] ?? {}) as Record<string, unknown>,
      };
    },
    /** Raw bytes to the relay's stdin. */
    write,
    /** Ends stdin, as an agent that exits does. */
    close(): Promise<Exit> {
      child.stdin.end();
      return exited;
    },
    kill(signal: NodeJS.Signals): Promise<Exit> {
      child.kill(signal);
      return exited;
    },
    exited,
    /** Lines that answered nothing we asked. */
    stray,
    stderr: (): string => errors,
  };
}

/** The handshake an agent makes, and the names of the relay's tools; afterwards the relay counts as ready. */
export async function shakeHands(
  relay: RelayClient,
  protocolVersion = '2025-06-18',
): Promise<Answer & { tools: ReadonlySet<string> }> {
  const clientInfo = { name: 'ovld-demo', version: '1' };
  const hello = { protocolVersion, capabilities: {}, clientInfo };
  const answer = await relay.request('initialize', hello);
  relay.notify('notifications/initialized');
  const { result = {} } = await relay.request('tools/list');
  const listed = (result['tools'] ?? []) as { name: string }[];
  return { ...answer, tools: new Set(listed.map(({ name }) => name)) };
}
