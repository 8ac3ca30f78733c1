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

/** The client's side of one relay process: what an agent's MCP client does, and nothing more. */
export interface RelayClient {
  readonly pid: number;
  request(method: string, params?: object): Promise<Answer>;
  notify(method: string, params?: object): void;
  call(tool: string, args?: object): Promise<ToolReply>;
  /** Raw bytes to the relay's stdin. */
  write(text: string): void;
  /** Ends stdin, as an agent that exits does. */
  close(): Promise<Exit>;
  kill(signal: NodeJS.Signals): Promise<Exit>;
  readonly exited: Promise<Exit>;
  /** Lines that answered nothing we asked. */
  readonly stray: readonly string[];
  stderr(): string;
}

export interface RelayCommand {
  command: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
}

export function spawnRelay({ command, args, env }: RelayCommand): RelayClient {
  const child = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'pipe'] });
  const waiting = new Map<number, (answer: Answer) => void>();
  const failing = new Map<number, (error: Error) => void>();
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
      for (const fail of failing.values()) fail(ended());
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
      const take = waiting.get(answer.id ?? -1);
      if (take === undefined) stray.push(line);
      else take(answer);
    }
  });

  const write = (text: string): void => void child.stdin.write(text);
  const post = (message: object): void =>
    write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

  function request(method: string, params: object = {}): Promise<Answer> {
    if (over) return Promise.reject(ended());
    ids += 1;
    const id = ids;
    return new Promise<Answer>((resolve, reject) => {
      waiting.set(id, resolve);
      failing.set(id, reject);
      post({ id, method, params });
    }).finally(() => {
      waiting.delete(id);
      failing.delete(id);
    });
  }

  return {
    pid: child.pid ?? -1,
    request,
    notify: (method, params = {}) => post({ method, params }),
    async call(name, given = {}) {
      const { result, error } = await request('tools/call', { name, arguments: given });
      if (result === undefined) throw new Error(error?.message ?? 'no result');
      const content = result['content'] as { text: string }[];
      return {
        isError: result['isError'] === true,
        text: content.map(({ text }) => text).join('\n'),
        data: (result['structuredContent'] ?? {}) as Record<string, unknown>,
      };
    },
    write,
    close() {
      child.stdin.end();
      return exited;
    },
    kill(signal) {
      child.kill(signal);
      return exited;
    },
    exited,
    stray,
    stderr: () => errors,
  };
}

/** The handshake an agent makes; afterwards the relay counts as ready. */
export async function shakeHands(
  relay: RelayClient,
  protocolVersion = '2025-06-18',
): Promise<Answer> {
  const clientInfo = { name: 'ovld-demo', version: '1' };
  const answer = await relay.request('initialize', {
    protocolVersion,
    capabilities: {},
    clientInfo,
  });
  relay.notify('notifications/initialized');
  await relay.request('tools/list');
  return answer;
}
