import { usualCampaign, type CampaignScript } from './campaign-plan.ts';
import { fieldsIn, isFields, listIn, numberIn, stringIn, type Fields } from './fields.ts';

/** What a line of a message, or of a script, tells the agent to do. */
export type Directive =
  | { do: 'reply'; text: string }
  | { do: 'status'; status: string; task: string }
  | { do: 'work'; ms: number }
  | { do: 'guarded'; id: string }
  /** To all other roles where `to` is undefined. */
  | { do: 'letter'; to: string | undefined; subject: string; body: string; urgent: boolean }
  /** Its relay is killed, and another takes its place. */
  | { do: 'lose-relay' };

const LONGEST_WORK_MS = 600_000;

const letterTo = (to: string | undefined, text: string): Directive => ({
  do: 'letter',
  to,
  subject: text.slice(0, 60),
  body: text,
  urgent: false,
});

const PATTERNS: readonly (readonly [RegExp, (first: string, second: string) => Directive])[] = [
  [/^reply:\s*(.*)$/, (text) => ({ do: 'reply', text })],
  [/^broadcast:\s*(.*)$/, (text) => letterTo(undefined, text)],
  [/^send ([a-z][a-z0-9_-]*):\s*(.*)$/, letterTo],
  [
    /^status (idle|working|blocked|done):\s*(.*)$/,
    (status, task) => ({ do: 'status', status, task }),
  ],
  [/^work (\d{1,6})$/, (ms) => ({ do: 'work', ms: Math.min(Number(ms), LONGEST_WORK_MS) })],
  [/^guarded (\S+)$/, (id) => ({ do: 'guarded', id })],
];

/** The directives of a text, one a line; every other line is only read. */
export const directivesIn = (text: string): Directive[] =>
  text.split('\n').flatMap((line) => directive(line.trim()) ?? []);

function directive(line: string): Directive | undefined {
  for (const [pattern, make] of PATTERNS) {
    const [found, first = '', second = ''] = pattern.exec(line) ?? [];
    if (found !== undefined) return make(first, second);
  }
  return undefined;
}

export interface Rule {
  /** It is followed where a text contains one of them. */
  when: readonly string[];
  /** Only by the so many-th message that fits; a message that comes again is still the same one. */
  nth: number | undefined;
  /** Only by a message that was handed over before, or only by one that was not. */
  again: boolean | undefined;
  do: readonly Directive[];
  /** The messages that fitted so far. */
  seen: Set<string>;
}

/** What an agent does besides following its mail: on start, and where a text contains something. */
export interface Script {
  /** What it says of itself when it starts. */
  about: string | undefined;
  start: Directive[];
  rules: Rule[];
  /** How it takes part in a campaign, where its tools are those of a board; undefined: not at all. */
  campaign: CampaignScript | undefined;
}

export const noScript: Script = { about: undefined, start: [], rules: [], campaign: usualCampaign };

/**
 * `{ "start": ["status working: …"], "rules": [{ "when": "a part", "do": ["reply: …"] }],
 *    "campaign": { "seed": 7, "work_ms": [10, 200], "fail_percent": 20, "start_ms": 0 } }`, or `false`.
 * Besides lines, `do` takes `{ "letter": { "to", "subject", "body", "urgent" } }` and
 * `{ "lose_relay": true }`; a rule may have `nth` and `again`, and several parts in `when`.
 */
export function parseScript(text: string): Script {
  const script = fieldsIn(JSON.parse(text), 'the script');
  return {
    about: script['about'] === undefined ? undefined : stringIn(script, 'about'),
    start: script['start'] === undefined ? [] : directivesOf(script, 'start'),
    rules: listIn(script, 'rules').map((item) => ruleOf(fieldsIn(item, 'a rule'))),
    campaign: script['campaign'] === false ? undefined : campaignIn(script['campaign']),
  };
}

const ruleOf = (rule: Fields): Rule => ({
  when: [rule['when']].flat().map((word) => stringIn({ when: word }, 'when')),
  nth: rule['nth'] === undefined ? undefined : numberIn(rule, 'nth'),
  again: typeof rule['again'] === 'boolean' ? rule['again'] : undefined,
  do: directivesOf(rule, 'do'),
  seen: new Set(),
});

/** The rules a text sets in motion. `id`: of the message it is, `again` if it came before. */
export const followed = (
  { rules }: Pick<Script, 'rules'>,
  text: string,
  message?: { id: string; again: boolean },
): Directive[] =>
  rules.flatMap((rule) => {
    if (!rule.when.some((part) => text.includes(part))) return [];
    if (rule.again !== undefined && rule.again !== message?.again) return [];
    const known = rule.seen.has(message?.id ?? '');
    if (message !== undefined) rule.seen.add(message.id);
    return rule.nth === undefined || (!known && rule.seen.size === rule.nth) ? rule.do : [];
  });

const directivesOf = (fields: Fields, key: string): Directive[] => {
  const given = fields[key];
  if (!Array.isArray(given)) throw new Error(`${key} must be a list`);
  return given.map((item: unknown) => {
    const known = typeof item === 'string' ? directive(item) : staged(item);
    if (known === undefined) throw new Error(`no directive: ${JSON.stringify(item)}`);
    return known;
  });
};

function staged(item: unknown): Directive | undefined {
  if (!isFields(item)) return undefined;
  const { lose_relay: lost, letter } = item;
  if (lost === true) return { do: 'lose-relay' };
  if (!isFields(letter)) return undefined;
  return {
    do: 'letter',
    to: letter['to'] === undefined ? undefined : stringIn(letter, 'to'),
    subject: stringIn(letter, 'subject'),
    body: stringIn(letter, 'body'),
    urgent: letter['urgent'] === true,
  };
}

/** Work that always failed would be given out again for ever. */
const MOST_FAIL_PERCENT = 90;

function campaignIn(value: unknown): CampaignScript {
  const given = fieldsIn(value ?? {}, 'campaign');
  const or = (key: string, usual: number): number =>
    given[key] === undefined ? usual : numberIn(given, key);
  const [from = 0, to = from] =
    given['work_ms'] === undefined
      ? usualCampaign.workMs
      : listIn(given, 'work_ms').map((ms) => numberIn({ work_ms: ms }, 'work_ms'));
  return {
    seed: or('seed', usualCampaign.seed),
    workMs: [Math.min(from, LONGEST_WORK_MS), Math.min(to, LONGEST_WORK_MS)],
    failPercent: Math.min(or('fail_percent', usualCampaign.failPercent), MOST_FAIL_PERCENT),
    startMs: or('start_ms', usualCampaign.startMs),
  };
}
