import { systemClock } from '../kit/clock.ts';
import { pause } from '../kit/timeout.ts';
import type { ToolReply } from './mcp-client.ts';
import { openCampaign } from './campaign.ts';
import { openControl, type Order } from './control.ts';
import { openDialogs } from './dialogs.ts';
import { openDraft } from './draft.ts';
import { openKeyboard, type Key } from '../terminal/keys.ts';
import type { ServerConfig } from './mcp-config.ts';
import { follow, think, type Hands } from './mind.ts';
import { openPlayer } from './player.ts';
import type { PlayPart } from './play-part.ts';
import type { PlayTexts } from './play-texts.ts';
import { openRecord } from './record.ts';
import { aboutCall } from './record-call.ts';
import { openRelayLink } from './relay-link.ts';
import { SPIN_MS } from './screen.ts';
import type { Script } from './script.ts';
import type { Observe, personFile } from './state-file.ts';
import { openTerminal, type Output } from './terminal.ts';
import { openTurns } from './turns.ts';

/** The keyboard's side of a terminal: `process.stdin`. */
interface Input {
  setRawMode?(raw: boolean): unknown;
  on(event: 'data', call: (chunk: Buffer) => void): unknown;
  on(event: 'end' | 'error' | 'close', call: () => void): unknown;
  destroy(): unknown;
}

export interface Play {
  part: PlayPart;
  texts: PlayTexts;
  person: ReturnType<typeof personFile> | undefined;
}

export interface MockAgentOptions {
  config: ServerConfig;
  input: Input;
  output: Output;
  env: Readonly<Record<string, string>>;
  observe: Observe;
  script: Script;
  /** What it shows, and writes on a board. */
  texts: PlayTexts;
  /** Its part in a play; undefined: it does what its script says, and no more. */
  play: Play | undefined;
  bootMs: number;
  /** What it was started with, for the record. */
  began: { ritual?: string; resume?: string };
  record: string | undefined;
  control: string | undefined;
  /** The terminal or the person wants it gone. */
  signal: AbortSignal;
  /** A terminal that does not give its keys to the agent yet makes a signal of Ctrl-C. */
  onInterrupt: (press: () => void) => void;
}

/** The second Ctrl-C must follow so soon. */
const AGAIN_MS = 2_000;

/**
 * A coding agent as seen from outside: a composer in a terminal, turns, a permission dialog whose
 * default is Yes, and a relay of its own. Only its mind is scripted. It never looks into its inbox by
 * itself: what reaches its composer with an Enter begins a turn, and nothing else does.
 */
export async function runMockAgent(options: MockAgentOptions): Promise<number> {
  const { config, input, observe, script, bootMs, signal, play, texts } = options;
  const record = openRecord(options.record, config.role);
  const link = openRelayLink(config, options.env);
  const campaign =
    script.campaign === undefined
      ? undefined
      : openCampaign(script.campaign, texts.campaign, play?.texts);
  const player = play && openPlayer(play, { campaign, tools: () => link.tools });
  const terminal = openTerminal(options.output);
  const draft = openDraft();
  let booted = false;
  let spokenTo = false;
  let isPasted = false;
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
      if (how === 'cancelled') terminal.say(`  ⎿ ${texts.interrupted}`);
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
      footer: Date.now() - lastInterrupt < AGAIN_MS ? texts.exitAgain : texts.footer,
      words: texts,
      placeholder: play?.texts.placeholder ?? texts.alone.placeholder,
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

  async function loseRelay(): Promise<void> {
    await link.kill();
    record.event('relay-lost', { pid: relayPid });
    say(`  ⎿ ${texts.relayKilled}`);
    await connect('reconnected');
  }

  const handsOf = (turn: AbortSignal): Hands => ({
    call,
    say,
    guarded,
    loseRelay,
    work: (ms) => pause(systemClock, ms, turn),
    get cancelled() {
      return turn.aborted;
    },
  });

  async function connect(event: 'ready' | 'reconnected'): Promise<void> {
    try {
      const pid = await link.connect();
      relayPid = pid;
      record.event(event, { pid });
      if (event === 'reconnected') say(`  ⎿ ${texts.reconnected(config.name)}`);
    } catch (error) {
      record.event('no-relay', { error: String(error) });
      say(`  ⎿ ${texts.notConnected(config.name)}`);
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
    // Its ritual begins the campaign; where none comes, or it was started again, it begins by itself.
    await pause(systemClock, script.campaign?.startMs ?? 0, life.signal);
    if (!life.signal.aborted && !spokenTo) turns.begin('look', lookAtBoard);
  }

  function submit(): void {
    const text = draft.text();
    if (text.trim() === '') return;
    record.event('submitted', { text, queued: turns.busy });
    terminal.say(`> ${draft.shown()}`);
    draft.set('');
    const pasted = isPasted;
    isPasted = false;
    spokenTo = true;
    if (text.trim() === '/exit') return finish(0);
    turns.begin(text, async (turn) => {
      if (text.trim() === `/mcp reconnect ${config.name}`) await connect('reconnected');
      else await think(text, script, handsOf(turn), player, pasted);
      await lookAtBoard(turn);
    });
  }

  function interrupt(): void {
    const again = Date.now() - lastInterrupt < AGAIN_MS;
    lastInterrupt = Date.now();
    if (again) return finish(0);
    turns.cancel();
    draft.set('');
    isPasted = false;
  }

  function press(key: Key): void {
    if (!booted) return;
    if (dialogs.open) return dialogs.press(key);
    if (player !== undefined && key.name === 'text' && key.text === '?' && draft.text() === '') {
      terminal.say(`⏺ ${player.help}`);
    } else if (key.name === 'text') draft.insert(key.text);
    else if (key.name === 'pasted') {
      isPasted = true;
      draft.paste(key.text);
    } else if (key.name === 'newline') draft.insert('\n');
    else if (key.name === 'backspace') draft.backspace();
    else if (key.name === 'enter') submit();
    else if (key.name === 'escape') turns.cancel();
    else if (key.name === 'ctrl' && key.char === 'c') interrupt();
    else if (key.name === 'ctrl' && key.char === 'd' && draft.text() === '') finish(0);
  }

  async function carryOut(order: Order): Promise<object> {
    switch (order.do) {
      case 'dialog':
        if (order.lead === undefined) void guarded(order.id);
        else
          turns.begin(order.id, async (turn) => {
            await pause(systemClock, order.lead ?? 0, turn);
            await guarded(order.id);
          });
        return {};
      case 'draft':
        draft.set(order.text);
        break;
      case 'busy':
        turns.begin(`busy ${order.ms}`, (turn) => pause(systemClock, order.ms, turn));
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

  const keyboard = openKeyboard((keys) => {
    for (const key of keys.flatMap(withoutAlt)) press(key);
    if (keys.length > 0) refresh();
  }, 'burst');
  input.setRawMode?.(true);
  input.on('data', (chunk) => {
    record.raw(chunk);
    keyboard.hear(chunk);
  });
  for (const end of ['end', 'error', 'close'] as const) input.on(end, () => finish(0));
  signal.addEventListener('abort', () => finish(0), { once: true });
  options.onInterrupt(() => {
    interrupt();
    refresh();
  });
  const control =
    options.control === undefined
      ? undefined
      : await openControl(options.control, config.role, carryOut);

  record.event('started', { pid: process.pid, ...options.began });
  const about = play?.texts.about(config.role) ?? script.about;
  terminal.say(`✻ ${about ?? texts.alone.about(config.role)}`);
  refresh();
  try {
    await pause(systemClock, bootMs, life.signal);
    booted = true;
    refresh();
    if (!life.signal.aborted) void start();
    return await finished;
  } finally {
    record.event('exit');
    turns.close();
    control?.close();
    keyboard.close();
    input.setRawMode?.(false);
    input.destroy();
    terminal.close();
    await link.close();
  }
}

/** Esc and a key in one read are two keys to an agent. */
const withoutAlt = (key: Key): Key[] =>
  key.name === 'alt' ? [{ name: 'escape' }, { name: 'text', text: key.char }] : [key];
