import type { ToolReply } from '../demo/client.ts';
import { openCampaign } from './campaign.ts';
import { openControl, type Order } from './control.ts';
import { openDialogs } from './dialogs.ts';
import { openDraft } from './draft.ts';
import { openKeyboard, type Input } from './keyboard.ts';
import type { Key } from './keys.ts';
import type { ServerConfig } from './mcp-config.ts';
import { follow, think, type Hands } from './mind.ts';
import { openRecord } from './record.ts';
import { aboutCall } from './record-call.ts';
import { openRelayLink } from './relay-link.ts';
import { SPIN_MS } from './screen.ts';
import type { Script } from './script.ts';
import type { Observe } from './state-file.ts';
import { openTerminal, type Output } from './terminal.ts';
import { openTurns } from './turns.ts';

export interface MockAgentOptions {
  config: ServerConfig;
  input: Input;
  output: Output;
  env: Readonly<Record<string, string>>;
  observe: Observe;
  script: Script;
  bootMs: number;
  /** What it was started with, for the record. */
  began: { ritual?: string; resume?: string };
  record: string | undefined;
  control: string | undefined;
  /** The terminal or the person wants it gone. */
  signal: AbortSignal;
}

/** The second Ctrl-C must follow so soon. */
const AGAIN_MS = 2_000;

/**
 * A coding agent as seen from outside: a composer in a terminal, turns, a permission dialog whose
 * default is Yes, and a relay of its own. Only its mind is scripted. It never looks into its inbox by
 * itself: what reaches its composer with an Enter begins a turn, and nothing else does.
 */
export async function runMockAgent(options: MockAgentOptions): Promise<number> {
  const { config, input, observe, script, bootMs, signal } = options;
  const record = openRecord(options.record, config.role);
  const link = openRelayLink(config, options.env);
  const campaign = script.campaign === undefined ? undefined : openCampaign(script.campaign);
  const terminal = openTerminal(options.output);
  const draft = openDraft();
  let booted = false;
  let spokenTo = false;
  let lastInterrupt = -Infinity;
  let turnBegan = 0;
  let relayPid = 0;
  let spinning: NodeJS.Timeout | undefined;
  const life = new AbortController();
  let finish: (code: number) => void = () => undefined;
  const finished = new Promise<number>((resolve) => {
    finish = (code) => {
      life.abort();
      resolve(code);
    };
  });

  const observeNow = (turnOver = false): void =>
    observe(dialogs.open ? 'waiting' : turns.busy ? 'busy' : 'idle', turnOver);

  const dialogs = openDialogs(() => {
    // A dialog is there before any hook can tell of it (C9).
    refresh();
    observeNow();
  });

  const turns = openTurns({
    began(what) {
      turnBegan = Date.now();
      spinning = setInterval(refresh, SPIN_MS);
      record.event('turn', { text: what });
      observeNow();
      refresh();
    },
    ended(what, how, error) {
      clearInterval(spinning);
      record.event('rest', { text: what, how });
      if (how === 'failed') terminal.say(`⏺ ${String(error)}`);
      if (how === 'cancelled') terminal.say('  ⎿ Interrupted');
      // Esc and Ctrl-C run no hook that would say idle (C8).
      else observeNow(how === 'done');
      refresh();
    },
  });

  function refresh(): void {
    terminal.show({
      role: config.role,
      composer: booted ? draft.shown() : undefined,
      busyMs: turns.busy ? Date.now() - turnBegan : undefined,
      queued: turns.queued,
      dialog: dialogs.open,
      footer: Date.now() - lastInterrupt < AGAIN_MS ? 'Press Ctrl-C again to exit' : '? for help',
    });
  }

  const say = (text: string): void => {
    terminal.say(text);
    refresh();
  };

  async function call(tool: string, args: object): Promise<ToolReply> {
    const began = Date.now();
    const reply = await link.call(tool, args);
    const { isError, text } = reply;
    const about = { name: tool, ...aboutCall(args, reply), ms: Date.now() - began };
    record.event('tool', { ...about, ...(isError && { error: text }) });
    return reply;
  }

  async function guarded(id: string): Promise<void> {
    record.event('dialog', { id });
    const answer = await dialogs.ask(id);
    record.event(answer, { id });
    if (answer === 'approved') record.event('action', { id });
    say(answer === 'approved' ? `⏺ Did ${id}.` : `⏺ ${id} was denied.`);
  }

  /** As a model does: it thinks, and then it asks. */
  async function thenGuarded(id: string, lead: number, turn: AbortSignal): Promise<void> {
    await pause(lead, turn);
    await guarded(id);
  }

  async function loseRelay(): Promise<void> {
    await link.kill();
    record.event('relay-lost', { pid: relayPid });
    say('  ⎿ The relay was killed');
    await connect('reconnected');
  }

  const handsOf = (turn: AbortSignal): Hands => ({
    call,
    say,
    guarded,
    loseRelay,
    work: (ms) => pause(ms, turn),
    get cancelled() {
      return turn.aborted;
    },
  });

  async function connect(event: 'ready' | 'reconnected'): Promise<void> {
    try {
      const pid = await link.connect();
      relayPid = pid;
      record.event(event, { pid });
      if (event === 'reconnected') say(`  ⎿ Successfully reconnected to ${config.name}`);
    } catch (error) {
      record.event('no-relay', { error: String(error) });
      say(`  ⎿ Failed to connect to ${config.name}`);
    }
  }

  /** On a board every turn ends with a look at it; an army without one has no such tools. */
  async function lookAtBoard(turn: AbortSignal): Promise<void> {
    if (campaign?.concerns(link.tools) === true && !turn.aborted) {
      await campaign.look(link.tools, handsOf(turn));
    }
  }

  async function start(): Promise<void> {
    await connect('ready');
    observeNow();
    if (script.start.length > 0) {
      turns.begin('start', (turn) => follow(script.start, undefined, handsOf(turn)));
    }
    if (campaign?.concerns(link.tools) !== true) return;
    // Its ritual begins the campaign; where none comes, or it was started again, nobody else would.
    await pause(script.campaign?.startMs ?? 0, life.signal);
    if (!life.signal.aborted && !spokenTo) turns.begin('look', lookAtBoard);
  }

  function submit(): void {
    const text = draft.text();
    if (text.trim() === '') return;
    record.event('submitted', { text, queued: turns.busy });
    terminal.say(`> ${draft.shown()}`);
    draft.set('');
    spokenTo = true;
    if (text.trim() === '/exit') return finish(0);
    turns.begin(text, async (turn) => {
      if (text.trim() === `/mcp reconnect ${config.name}`) await connect('reconnected');
      else await think(text, script, handsOf(turn));
      await lookAtBoard(turn);
    });
  }

  function interrupt(): void {
    const again = Date.now() - lastInterrupt < AGAIN_MS;
    lastInterrupt = Date.now();
    if (again) return finish(0);
    turns.cancel();
    draft.set('');
  }

  function press(key: Key): void {
    if (!booted) return;
    if (dialogs.open) return dialogs.press(key);
    if (key.kind === 'text') draft.insert(key.text);
    else if (key.kind === 'paste') draft.paste(key.text);
    else if (key.kind === 'newline') draft.insert('\n');
    else if (key.kind === 'backspace') draft.backspace();
    else if (key.kind === 'enter') submit();
    else if (key.kind === 'escape') turns.cancel();
    else if (key.kind === 'interrupt') interrupt();
    else if (key.kind === 'end' && draft.text() === '') finish(0);
  }

  function pressed(keys: readonly Key[]): void {
    for (const key of keys) press(key);
    if (keys.length > 0) refresh();
  }

  async function carryOut(order: Order): Promise<object> {
    switch (order.do) {
      case 'dialog':
        if (order.lead === undefined) void guarded(order.id);
        else turns.begin(order.id, (turn) => thenGuarded(order.id, order.lead ?? 0, turn));
        return {};
      case 'draft':
        draft.set(order.text);
        break;
      case 'busy':
        turns.begin(`busy ${order.ms}`, (turn) => pause(order.ms, turn));
        break;
      case 'say':
        terminal.say(order.text);
        break;
      case 'exit':
        setImmediate(() => finish(order.code));
        break;
      case 'call':
        return call(order.tool, order.arguments);
      case 'kill-relay':
        await link.kill();
        break;
      case 'look':
        return {
          draft: draft.text(),
          busy: turns.busy,
          queued: turns.queued,
          dialog: dialogs.open?.id ?? null,
        };
    }
    refresh();
    return {};
  }

  const keyboard = openKeyboard(input, {
    raw: (chunk) => record.raw(chunk),
    pressed,
    gone: () => finish(0),
  });
  signal.addEventListener('abort', () => finish(0), { once: true });
  const control =
    options.control === undefined
      ? undefined
      : await openControl(options.control, config.role, carryOut);

  record.event('started', { pid: process.pid, ...options.began });
  terminal.say(`✻ ${script.about ?? `${config.role}: a scripted agent of ovld`}`);
  refresh();
  try {
    await pause(bootMs, life.signal);
    booted = true;
    refresh();
    if (!life.signal.aborted) void start();
    return await finished;
  } finally {
    record.event('exit');
    turns.close();
    control?.close();
    keyboard.close();
    terminal.close();
    await link.close();
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
