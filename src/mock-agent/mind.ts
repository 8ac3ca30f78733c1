import type { ToolReply } from '../demo/client.ts';
import { isFields, listIn, type Fields } from './fields.ts';
import { directivesIn, type Directive, type Script } from './script.ts';

/** What the mind can do; all of it ends early when the turn is cancelled. */
export interface Hands {
  call(tool: string, args: object): Promise<ToolReply>;
  say(text: string): void;
  work(ms: number): Promise<void>;
  /** Asks the person; what is guarded happens only on Yes. */
  guarded(id: string): Promise<void>;
  readonly cancelled: boolean;
}

interface Read {
  from: string;
  subject: string;
  body: string;
}

const NUDGE = '[MESSAGE from';

/** One turn: a nudge means mail, everything else is taken note of; the script adds its own. */
export async function think(text: string, script: Script, hands: Hands): Promise<void> {
  if (text.trimStart().startsWith(NUDGE)) await readMail(script, hands);
  else {
    hands.say(`⏺ Understood (${text.length} characters).`);
    await follow(scripted(script, text), undefined, hands);
  }
}

/** A nudge stands for all there is, so the inbox is emptied. */
async function readMail(script: Script, hands: Hands): Promise<void> {
  for (let more = true; more && !hands.cancelled;) {
    const { isError, text, data } = await hands.call('check_inbox', {});
    if (isError) return hands.say(`⏺ ${text}`);
    const messages = listIn(data, 'messages').flatMap((item) => readFrom(item) ?? []);
    if (messages.length === 0) hands.say('⏺ No mail.');
    for (const message of messages) {
      hands.say(`⏺ ${message.from}: ${message.subject}`);
      const wanted = [...directivesIn(message.body), ...scripted(script, wordsOf(message))];
      await follow(wanted, message, hands);
    }
    more = Number(data['remaining'] ?? 0) > 0 && messages.length > 0;
  }
}

const wordsOf = ({ subject, body }: Read): string => `${subject}\n${body}`;

const scripted = ({ rules }: Script, text: string): Directive[] =>
  rules.filter(({ when }) => text.includes(when)).flatMap((rule) => rule.do);

function readFrom(item: unknown): Read | undefined {
  if (!isFields(item)) return undefined;
  const { from, subject, body } = item as Fields & Partial<Read>;
  const whole = [from, subject, body].every((value) => typeof value === 'string');
  return whole ? { from: `${from}`, subject: `${subject}`, body: `${body}` } : undefined;
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
  const use = async (tool: string, args: object): Promise<void> => {
    const { isError, text } = await hands.call(tool, args);
    hands.say(isError ? `⏺ ${text}` : `⏺ ${tool}`);
  };
  switch (directive.do) {
    case 'reply': {
      const { text } = directive;
      if (about === undefined) return hands.say('⏺ Nobody to reply to.');
      return use('send_message', {
        to: about.from,
        subject: `re: ${about.subject}`.slice(0, 200),
        body: text,
      });
    }
    case 'send': {
      const { to, text } = directive;
      return use('send_message', { to, subject: text.slice(0, 60), body: text });
    }
    case 'broadcast':
      return use('broadcast', { subject: directive.text.slice(0, 60), body: directive.text });
    case 'status':
      return use('update_status', { status: directive.status, task: directive.task });
    case 'work':
      return hands.work(directive.ms);
    case 'guarded':
      return hands.guarded(directive.id);
  }
}
