import { $ZodError } from 'zod/v4/core';
import { OvldError } from '../../errors.ts';
import type { YamlText } from '../../yaml/yaml-text.ts';
import { blockEntry, flowEntry, parseEntry, type Entry } from './entry.ts';
import { numberOf } from './layout.ts';
import { scan, type Placed } from './scan.ts';
import { messageOf } from '../../kit/errno.ts';

/** The text of an inbox, and what it says. The text is the truth: a change replaces as little of it as can be. */
export interface Inbox {
  text: string;
  entries: readonly Entry[];
  /** Undefined where the entries cannot be told apart as pieces of the text. */
  spans: readonly Pick<Placed, 'start' | 'end'>[] | undefined;
  /** The greatest number in use. */
  last: number;
  /** Set where it is in our own form. */
  placed?: readonly Placed[];
  /** Set where it is in another. */
  yaml?: YamlText;
}

/** An inbox that cannot be used as it is; `repairInbox` says what of it is good. */
export interface BrokenInbox {
  text: string;
  reason: string;
}

export const isBroken = (inbox: Inbox | BrokenInbox): inbox is BrokenInbox => 'reason' in inbox;

export const EMPTY = '[]\n';

/** `known`: what was read before; if others have only added to it, no more than that is read. */
export async function readInbox(text: string, known?: Inbox): Promise<Inbox | BrokenInbox> {
  if (text === EMPTY) return ours(text, []);
  if (known?.placed !== undefined && known.text.endsWith('\n') && text.startsWith(known.text)) {
    const longer = continued(known, text, known.placed, scan(text, known.text.length));
    if (longer !== undefined) return longer;
  }
  const placed = scan(text);
  return placed === undefined ? byLibrary(text) : ours(text, placed);
}

/** What an entry adds at the end of a text in our own form; undefined where it is not that simple. */
export const addition = ({ text, placed }: Inbox, entry: Entry): string | undefined =>
  placed !== undefined && text !== EMPTY && text.endsWith('\n') ? blockEntry(entry) : undefined;

/** The inbox with such an addition. However long it is, only that is looked at. */
export function grown(known: Inbox, added: string): Inbox | undefined {
  const offset = known.text.length;
  const more = scan(added)?.map(({ entry, start, end, status }) => ({
    entry,
    start: start + offset,
    end: end + offset,
    status: status && ([status[0] + offset, status[1] + offset] as const),
  }));
  return continued(known, known.text + added, known.placed ?? [], more);
}

/** Numbers that go on need no looking back: each is greater than all before it. */
function continued(
  known: Inbox,
  text: string,
  before: readonly Placed[],
  more: readonly Placed[] | undefined,
): Inbox | undefined {
  let { last } = known;
  for (const { entry } of more ?? []) {
    if (numberOf(entry.id) <= last) return undefined;
    last = numberOf(entry.id);
  }
  if (more === undefined) return undefined;
  const placed = [...before, ...more];
  const entries = [...known.entries, ...more.map(({ entry }) => entry)];
  return { text, entries, spans: placed, last, placed };
}

function ours(text: string, placed: readonly Placed[]): Inbox | BrokenInbox {
  const entries = placed.map(({ entry }) => entry);
  return inboxOf(text, entries, { spans: placed, placed });
}

function inboxOf(
  text: string,
  entries: readonly Entry[],
  form: Pick<Inbox, 'spans' | 'placed' | 'yaml'>,
): Inbox | BrokenInbox {
  const numbers = new Set<number>();
  // By number: msg_1 and msg_001 would be one name to a reader.
  for (const { id } of entries) {
    if (numbers.has(numberOf(id))) return { text, reason: `the id ${id} appears twice` };
    numbers.add(numberOf(id));
  }
  const last = entries.reduce((most, { id }) => Math.max(most, numberOf(id)), 0);
  return { text, entries, last, ...form };
}

async function byLibrary(text: string): Promise<Inbox | BrokenInbox> {
  // Loaded only where the file is not in our own form.
  const { readYamlText, YamlFault } = await import('../../yaml/yaml-text.ts');
  try {
    const yaml = readYamlText(text);
    const list = yaml.value ?? [];
    if (!Array.isArray(list)) return { text, reason: 'not a list' };
    const entries: Entry[] = [];
    for (const [i, item] of list.entries()) {
      try {
        entries.push(parseEntry(item));
      } catch (error) {
        return { text, reason: `entry ${i + 1}: ${reasonOf(error)}` };
      }
    }
    return inboxOf(text, entries, { spans: yaml.spans(), yaml });
  } catch (error) {
    if (error instanceof YamlFault) return { text, reason: `line ${error.line}: ${error.reason}` };
    throw error;
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof OvldError) return error.code;
  if (error instanceof $ZodError) {
    const [issue] = error.issues;
    const place = issue?.path.join('.') ?? '';
    return `${place === '' ? '' : `${place}: `}${issue?.message ?? ''}`;
  }
  return messageOf(error);
}

const END_MARK = /^\.\.\.[ \t]*\r?$/m;

/** The text with one more entry, in the style of the others. */
export function appended({ text, placed, yaml, entries }: Inbox, entry: Entry): string {
  if (placed !== undefined) {
    const before = text === EMPTY ? '' : text;
    return `${withEnd(before, '\n')}${blockEntry(entry)}`;
  }
  const behind = yaml?.lastInBrackets;
  if (behind !== undefined)
    return `${text.slice(0, behind)}, ${flowEntry(entry)}${text.slice(behind)}`;
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const [first] = yaml?.spans() ?? [];
  if (first === undefined || entries.length === 0) {
    // An empty list in brackets becomes one of lines; the comments around it stay.
    return `${withEnd(text.replace(/^\[\s*\][ \t]*\r?\n?/m, ''), eol)}${blockEntry(entry, '', eol)}`;
  }
  const indent = /^ */.exec(text.slice(first.start))?.[0] ?? '';
  const end = END_MARK.exec(text)?.index ?? text.length;
  const head = withEnd(text.slice(0, end), eol);
  return head + blockEntry(entry, indent, eol) + text.slice(end);
}

const withEnd = (text: string, eol: string): string =>
  text === '' || text === '\ufeff' || text.endsWith('\n') ? text : text + eol;

/** The text with these entries processed: one word each. */
export function processed(
  { text, placed, yaml, entries }: Inbox,
  ids: ReadonlySet<string>,
): string {
  const wanted = ({ id, status }: Entry): boolean => status === 'pending' && ids.has(id);
  if (placed === undefined) {
    const paths = entries.flatMap((entry, i) => (wanted(entry) ? [[i, 'status'] as const] : []));
    return yaml?.setAll(paths.map((path) => [path, 'processed'] as const)) ?? text;
  }
  let result = '';
  let from = 0;
  for (const { entry, status } of placed) {
    if (status === undefined || !wanted(entry)) continue;
    const word = text[status[0]] === '"' ? '"processed"' : 'processed';
    result += text.slice(from, status[0]) + word;
    from = status[1];
  }
  return result + text.slice(from);
}

/** The text without these entries, and their own text. */
export function cut(
  { text, spans, entries }: Inbox,
  ids: ReadonlySet<string>,
): { rest: string; taken: string } {
  let [rest, taken, from] = ['', '', 0];
  entries.forEach(({ id }, i) => {
    const span = spans?.[i];
    if (span === undefined || !ids.has(id)) return;
    rest += text.slice(from, span.start);
    taken += withEnd(text.slice(span.start, span.end), '\n');
    from = span.end;
  });
  return { rest: rest + text.slice(from), taken };
}
