import { fields, list, parsed, str } from './json.ts';
import type { ToolResult } from './request.ts';

/** One message as check_inbox gave it. */
export interface Letter {
  id: string;
  from: string;
  body: string;
  redelivered: boolean;
}

// The body is indented by a tab, so no line of it can pass for the head of a message.
const HEAD = /^#\d+ from ([a-z][a-z0-9_-]*) \((.*), ([0-9a-z]{9}(?:-[0-9a-z]+){1,5})\): (".*")$/;

/** How a program says that it has not shown the model the whole of a result. */
const CUT =
  /^(?:<persisted-output>|Output too large)|^\.\.\. \[[\d,]+ characters omitted\]|…\d+ tokens truncated…/m;

/**
 * The messages in a result of check_inbox; none in any other. Programs show the model the data of a reply, its
 * text, or both, with lines of their own around them: the data counts where it is there.
 * What was cut has not reached the model.
 */
export function lettersIn({ tool, text, isError }: ToolResult): Letter[] {
  if (isError || !tool.endsWith('check_inbox') || CUT.test(text)) return [];
  const data = dataIn(text);
  if (data !== undefined) {
    return list(data['messages']).map((raw) => {
      const { id, from, body, redelivered } = fields(raw);
      const again = typeof redelivered === 'number' && redelivered > 0;
      return { id: str(id), from: str(from), body: str(body), redelivered: again };
    });
  }
  const letters: Letter[] = [];
  for (const line of text.split('\n')) {
    const [head, from = '', notes = '', id = ''] = HEAD.exec(line) ?? [];
    const last = letters.at(-1);
    if (head !== undefined) {
      letters.push({ id, from, body: '', redelivered: notes.split(', ').length > 2 });
    } else if (last !== undefined && line.startsWith('\t')) {
      last.body += `${last.body === '' ? '' : '\n'}${line.slice(1)}`;
    }
  }
  return letters;
}

/** Whether a result of check_inbox says that there is more. */
export function saysMore({ tool, text, isError }: ToolResult): boolean {
  if (isError || !tool.endsWith('check_inbox')) return false;
  const remaining = dataIn(text)?.['remaining'];
  if (typeof remaining === 'number') return remaining > 0;
  return text.split('\n').some((line) => /^(?!#|\t).*check_inbox/.test(line));
}

/** The data stand alone, or are a line of their own; the lines of a body are indented where it is text. */
function dataIn(text: string): Record<string, unknown> | undefined {
  const faces = [text, ...text.split('\n').filter((line) => line.startsWith('{'))];
  return faces.map((face) => fields(parsed(face))).find(({ messages }) => Array.isArray(messages));
}
