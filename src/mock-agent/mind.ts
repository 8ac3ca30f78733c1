import type { ToolReply } from './mcp-client.ts';
import { isFields, listIn } from './fields.ts';
import { directivesIn, followed, type Directive, type Script } from './script.ts';

/** What the mind can do; all of it ends early when the turn is cancelled. */
export interface Hands {
  call(tool: string, args: object): Promise<ToolReply>;
  say(text: string): void;
  work(ms: number): Promise<void>;
  /** Asks the person; what is guarded happens only on Yes. */
  guarded(id: string): Promise<void>;
  /** Kills its own relay and connects another. */
  loseRelay(): Promise<void>;
  readonly cancelled: boolean;
}

export interface Read {
  id: string;
  from: string;
  subject: string;
  body: string;
  redelivered: number;
}

/** What an agent in a play makes of a person's words and of its mail. */
export interface Player {
  hear(words: string, hands: Hands): Promise<void>;
  receive(message: Read, hands: Hands): Promise<void>;
  noMail: string;
  isRitual(text: string, pasted: boolean): boolean;
  ritualTaken: string;
}

const NUDGE = String.raw`\[MESSAGE from [^\]]+\](?:(?!\(#)[^\n])*`;
const MARK = String.raw`\(#[^)]+\)`;
/** A person's Enter also sends what stood in the composer: a nudge, before or behind the person's words. */
const NUDGES = new RegExp(`^(?:\\s*${NUDGE}(?:${MARK})?)+|(?:${NUDGE}${MARK}\\s*)+$`, 'g');

/** One turn: a nudge means mail, everything else is taken note of; the script or the play adds its own. */
export async function think(
  text: string,
  script: Script,
  hands: Hands,
  player?: Player,
  isPasted = false,
): Promise<void> {
  const words = text.replaceAll(NUDGES, '').trim();
  if (words !== text.trim()) await readMail(script, hands, player);
  if (words === '' || hands.cancelled) return;
  if (player?.isRitual(words, isPasted) === true) hands.say(`⏺ ${player.ritualTaken}`);
  else if (player !== undefined) await player.hear(words, hands);
  else {
    hands.say(`⏺ Understood (${words.length} characters).`);
    await follow(followed(script, words), undefined, hands);
  }
}

/** A nudge stands for all there is, so the inbox is emptied. */
async function readMail(script: Script, hands: Hands, player?: Player): Promise<void> {
  for (let more = true; more && !hands.cancelled;) {
    const { isError, text, data } = await hands.call('check_inbox', {});
    if (isError) return hands.say(`⏺ ${text}`);
    const messages = listIn(data, 'messages').flatMap((item) => readFrom(item) ?? []);
    if (messages.length === 0) hands.say(`⏺ ${player?.noMail ?? 'No mail.'}`);
    for (const message of messages) {
      const { id, from, subject, body, redelivered } = message;
      const again = redelivered > 0;
      hands.say(`⏺ ← ${from}: ${subject}${again ? ` (redelivered: ${redelivered})` : ''}`);
      const ruled = followed(script, `${subject}\n${body}`, { id, again });
      const told = [...directivesIn(body), ...ruled];
      if (player !== undefined && told.length === 0) await player.receive(message, hands);
      await follow(told, message, hands);
    }
    more = Number(data['remaining'] ?? 0) > 0 && messages.length > 0;
  }
}

function readFrom(item: unknown): Read | undefined {
  if (!isFields(item)) return undefined;
  const { id, from, subject, body, redelivered } = item;
  if (typeof id !== 'string' || typeof from !== 'string') return undefined;
  if (typeof subject !== 'string' || typeof body !== 'string') return undefined;
  return { id, from, subject, body, redelivered: Number(redelivered ?? 0) };
}

export async function follow(
  directives: readonly Directive[],
  about: Read | undefined,
  hands: Hands,
): Promise<void> {
  for (const directive of directives) {
    if (hands.cancelled) return;
    await obey(directive, about, hands);
  }
}

async function obey(directive: Directive, about: Read | undefined, hands: Hands): Promise<void> {
  const use = async (tool: string, args: object, done: string): Promise<void> => {
    const { isError, text } = await hands.call(tool, args);
    hands.say(`⏺ ${isError ? text : done}`);
  };
  const write = (to: string | undefined, subject: string, body: string, urgent = false) =>
    use(
      to === undefined ? 'broadcast' : 'send_message',
      { ...(to !== undefined && { to }), subject, body, ...(urgent && { priority: 'urgent' }) },
      `→ ${to ?? 'all'}: ${subject}`,
    );
  switch (directive.do) {
    case 'reply':
      if (about === undefined) return hands.say('⏺ Nobody to reply to.');
      return write(about.from, `re: ${about.subject}`.slice(0, 200), directive.text);
    case 'letter':
      return write(directive.to, directive.subject, directive.body, directive.urgent);
    case 'status': {
      const { status, task } = directive;
      return use('update_status', { status, task }, `${status}: ${task}`);
    }
    case 'lose-relay':
      return hands.loseRelay();
    case 'work':
      return hands.work(directive.ms);
    case 'guarded':
      return hands.guarded(directive.id);
  }
}
