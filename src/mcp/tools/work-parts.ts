import * as z from 'zod/mini';
import type { BoardToolTexts } from '../../i18n/board.ts';
import type { SentNotice } from '../../work/board.ts';
import type { KnowledgeHit } from '../../work/knowledge-search.ts';
import type { Reply } from '../tool.ts';

export const changing = { readOnlyHint: false, destructiveHint: false, openWorldHint: false };
export const looking = { readOnlyHint: true, openWorldHint: false };

/** The same schema with a description for the model. */
export const describe = <T extends z.ZodMiniType>(schema: T, description: string): T =>
  schema.check(z.meta({ description }));

/** A document of the board, as its file holds it (docs/formats.md). */
export const document = () => z.record(z.string(), z.unknown());
export const told = () => z.array(z.object({ to: z.string(), id: z.optional(z.string()) }));
export const names = () => z.array(z.string());

export function noticeLines(whom: readonly SentNotice[], texts: BoardToolTexts): string[] {
  const unique = (list: readonly SentNotice[]): string[] => [...new Set(list.map(({ to }) => to))];
  const reached = unique(whom.filter(({ id }) => id !== undefined));
  const missed = unique(whom.filter(({ id }) => id === undefined));
  return [
    ...(reached.length > 0 ? [texts.told(reached)] : []),
    ...(missed.length > 0 ? [texts.notTold(missed)] : []),
  ];
}

interface Move {
  done: readonly string[];
  told: readonly SentNotice[];
  next?: string;
  data: Reply['data'];
}

/** The reply to a move: what was done, which roles were told of it, and what comes next. */
export const moveReply = (
  { done, told: whom, next, data }: Move,
  texts: BoardToolTexts,
): Reply => ({
  text: [...done, ...noticeLines(whom, texts), ...(next === undefined ? [] : [next])].join(' '),
  data: { ...data, told: whom.map(({ to, id }) => ({ to, ...(id !== undefined && { id }) })) },
});

/** Foreign text is indented: no line of it can pass for ours. */
export const continued = (text: string): string => text.trimEnd().replaceAll(BREAK, '\n\t');
export const indented = (text: string): string => `\t${continued(text)}`;

/** Everything that a reader takes as the end of a line. */
const BREAK = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g;

const MOST_CHARACTERS = 2_000;

export function knowledgeLines(hits: readonly KnowledgeHit[], texts: BoardToolTexts): string[] {
  const { labels } = texts;
  return hits.map(({ entry, path }, i) => {
    const characters = [...entry.content];
    const whole = characters.length <= MOST_CHARACTERS;
    const content = whole ? entry.content : `${characters.slice(0, MOST_CHARACTERS).join('')} …`;
    const facts = [
      ...(entry.tags.length > 0 ? [`${labels.tags}: ${entry.tags.join(', ')}`] : []),
      ...(entry.files.length > 0 ? [`${labels.files}: ${entry.files.join(', ')}`] : []),
      ...(entry.source_task === undefined ? [] : [`${labels.sourceTask} ${entry.source_task}`]),
      ...(whole || path === undefined ? [] : [path]),
    ];
    const about = facts.length === 0 ? '' : ` (${continued(facts.join('; '))})`;
    const title = continued(JSON.stringify(entry.title));
    return `#${i + 1} ${entry.id} ${title}${about}\n${indented(content)}`;
  });
}

export const knowledgeData = (hits: readonly KnowledgeHit[]): object[] =>
  hits.map(({ entry, path }) => ({ ...entry, ...(path !== undefined && { path }) }));
