import { fieldsIn, listIn, stringIn, stringsIn } from './fields.ts';

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
}

export const noScript: Script = { start: [], rules: [] };

/** `{ "start": ["status working: …"], "rules": [{ "when": "a part", "do": ["reply: …"] }] }` */
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
  };
}
