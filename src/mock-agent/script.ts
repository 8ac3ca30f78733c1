import { usualCampaign, type CampaignScript } from './campaign-plan.ts';
import { fieldsIn, listIn, numberIn, stringIn, stringsIn } from './fields.ts';

/** What a line of a message, or of a script, tells the agent to do. */
export type Directive =
  | { do: 'reply'; text: string }
  | { do: 'send'; to: string; text: string }
  | { do: 'broadcast'; text: string }
  | { do: 'status'; status: string; task: string }
  | { do: 'work'; ms: number }
  | { do: 'guarded'; id: string };

const LONGEST_WORK_MS = 600_000;

/** The directives of a text, one a line; every other line is only read. */
export const directivesIn = (text: string): Directive[] =>
  text.split('\n').flatMap((line) => directive(line.trim()) ?? []);

function directive(line: string): Directive | undefined {
  const spoken = /^(reply|broadcast):\s*(.*)$/.exec(line);
  if (spoken) return { do: spoken[1] as 'reply' | 'broadcast', text: spoken[2] ?? '' };
  const sent = /^send ([a-z][a-z0-9_-]*):\s*(.*)$/.exec(line);
  if (sent) return { do: 'send', to: sent[1] ?? '', text: sent[2] ?? '' };
  const status = /^status (idle|working|blocked|done):\s*(.*)$/.exec(line);
  if (status) return { do: 'status', status: status[1] ?? '', task: status[2] ?? '' };
  const work = /^work (\d{1,6})$/.exec(line);
  if (work) return { do: 'work', ms: Math.min(Number(work[1]), LONGEST_WORK_MS) };
  const guarded = /^guarded (\S+)$/.exec(line);
  return guarded ? { do: 'guarded', id: guarded[1] ?? '' } : undefined;
}

/** What a cast does besides following its mail: on start, and where a text contains something. */
export interface Script {
  start: Directive[];
  rules: { when: string; do: Directive[] }[];
  /** How it takes part in a campaign, where its tools are those of a board; undefined: not at all. */
  campaign: CampaignScript | undefined;
}

export const noScript: Script = { start: [], rules: [], campaign: usualCampaign };

/**
 * `{ "start": ["status working: …"], "rules": [{ "when": "a part", "do": ["reply: …"] }],
 *    "campaign": { "seed": 7, "work_ms": [10, 200], "fail_percent": 20, "start_ms": 0 } }`, or `false`
 */
export function parseScript(text: string): Script {
  const script = fieldsIn(JSON.parse(text), 'the script');
  const lines = (fields: typeof script, key: string): Directive[] =>
    stringsIn(fields, key).map((line) => {
      const known = directive(line);
      if (known === undefined) throw new Error(`no directive: ${line}`);
      return known;
    });
  return {
    start: script['start'] === undefined ? [] : lines(script, 'start'),
    rules: listIn(script, 'rules').map((item) => {
      const rule = fieldsIn(item, 'a rule');
      return { when: stringIn(rule, 'when'), do: lines(rule, 'do') };
    }),
    campaign: script['campaign'] === false ? undefined : campaignIn(script['campaign']),
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
