import type { ArgumentNode, CommandNode, OptionNode } from './completion-tree.ts';
import type { Kind } from './define-command.ts';

/** A word to offer, with what it is. */
export type Candidate = readonly [word: string, about: string];

export interface Typed {
  /** After `ovld`; the last is the one being typed, empty where nothing of it is there yet. */
  words: readonly string[];
  /** The words of a kind that has to be looked up, for the army that is named. */
  look: (kind: 'role' | 'session' | 'formation', session: string | undefined) => readonly string[];
}

export const FILES = ':files';

interface Place {
  node: CommandNode;
  /** Those that stand before. */
  arguments: readonly string[];
  waiting: OptionNode | undefined;
  used: readonly OptionNode[];
  onlyArguments: boolean;
  session: string | undefined;
}

/** What can stand where the person is typing; nothing is ever wrong here, only unknown. */
export function candidates(root: CommandNode, { words, look }: Typed): Candidate[] {
  const current = words.at(-1) ?? '';
  const place = words.slice(0, -1).reduce<Place>(step, {
    node: root,
    arguments: [],
    waiting: undefined,
    used: [],
    onlyArguments: false,
    session: undefined,
  });
  const globals = root.options.filter(({ flags }) => flags.includes('--lang'));
  const options = [...new Set([...place.node.options, ...globals])];
  const valuesOf = (kind: Kind | undefined, also: readonly string[] = []): Candidate[] => {
    if (kind === undefined || kind === 'free') return [];
    if (kind === 'file') return [[FILES, '']];
    const found = typeof kind === 'string' ? look(kind, place.session) : kind;
    // One that stands there already is not meant again.
    const fresh = [...found, ...also].filter((word) => !place.arguments.includes(word));
    return fresh.map((word) => [word, '']);
  };
  const fitting = (list: readonly Candidate[], start = current): Candidate[] =>
    list.filter(([word]) => word === FILES || word.startsWith(start));

  if (place.waiting) return fitting(valuesOf(place.waiting.value));
  const [, flag = '', begun = ''] = /^(--[a-z-]+)=(.*)$/s.exec(current) ?? [];
  if (flag !== '' && !place.onlyArguments) {
    const option = options.find(({ flags }) => flags.includes(flag));
    const values = fitting(valuesOf(option?.value), begun);
    return values.map(([word, about]) => [word === FILES ? word : `${flag}=${word}`, about]);
  }
  const unused = options
    .filter((option) => option.again === true || !place.used.includes(option))
    .map(({ flags, about }): Candidate => [flags[0] ?? '', about]);
  if (current.startsWith('-') && !place.onlyArguments) return fitting(unused);
  const { node } = place;
  const given = place.arguments.length;
  const commands =
    given === 0 && !place.onlyArguments
      ? Object.entries(node.commands).map(([name, { about }]): Candidate => [name, about])
      : [];
  const last = node.rest === true ? node.arguments.at(-1) : undefined;
  const argument: ArgumentNode | undefined = node.arguments[given] ?? last;
  const found = fitting([...commands, ...valuesOf(argument?.kind, argument?.also)]);
  return found.length > 0 || current !== '' || place.onlyArguments ? found : unused;
}

function step(place: Place, word: string): Place {
  if (place.waiting) {
    const session = place.waiting.flags.includes('--session') ? word : place.session;
    return { ...place, waiting: undefined, session };
  }
  if (!place.onlyArguments && word === '--') return { ...place, onlyArguments: true };
  if (!place.onlyArguments && word.startsWith('-')) {
    const [flag = '', value] = word.split('=', 2);
    const option = [...place.node.options, LANG].find(({ flags }) => flags.includes(flag));
    if (option === undefined) return place;
    const used = [...place.used, option];
    if (option.value === undefined) return { ...place, used };
    const waiting = value === undefined ? option : undefined;
    const session = flag === '--session' && value !== undefined ? value : place.session;
    return { ...place, used, waiting, session };
  }
  const sub = place.arguments.length === 0 ? place.node.commands[word] : undefined;
  if (sub !== undefined) return { ...place, node: sub };
  return { ...place, arguments: [...place.arguments, word] };
}

const LANG: OptionNode = { flags: ['--lang'], about: '', value: ['en', 'ja'] };

/**
 * bash parts words at `=`, and wants only what comes after it; the others give and take words as they
 * are typed.
 */
export function joined(words: readonly string[]): string[] {
  const whole = words.filter((word) => word !== '=');
  return words.at(-1) === '=' ? [...whole, ''] : whole;
}
