import * as z from 'zod/mini';
import type { BoardToolTexts } from '../../i18n/board-texts.ts';
import type { Told } from '../../work/board.ts';
import type { LoreHit } from '../../work/work.ts';

export const changing = { readOnlyHint: false, destructiveHint: false, openWorldHint: false };
export const looking = { readOnlyHint: true, openWorldHint: false };

/** The same schema with a word for the model. */
export const saying = <T extends z.ZodMiniType>(schema: T, description: string): T =>
  schema.check(z.meta({ description }));

/** A document of the board, as its file holds it (docs/formats.md). */
export const document = () => z.record(z.string(), z.unknown());
export const told = () => z.array(z.object({ to: z.string(), id: z.optional(z.string()) }));
export const names = () => z.array(z.string());

export function toldLines(whom: readonly Told[], texts: BoardToolTexts): string[] {
  const unique = (list: readonly Told[]): string[] => [...new Set(list.map(({ to }) => to))];
  const reached = unique(whom.filter(({ id }) => id !== undefined));
  const missed = unique(whom.filter(({ id }) => id === undefined));
  return [
    ...(reached.length > 0 ? [texts.told(reached)] : []),
    ...(missed.length > 0 ? [texts.notTold(missed)] : []),
  ];
}

export const toldData = (whom: readonly Told[]): object[] =>
  whom.map(({ to, id }) => ({ to, ...(id !== undefined && { id }) }));

/** Words of others are indented: no line of them can pass for ours. */
export const continued = (text: string): string => text.trimEnd().replaceAll(BREAK, '\n\t');
export const indented = (text: string): string => `\t${continued(text)}`;

/** Everything that somebody reads as the end of a line. */
const BREAK = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g;

const MOST_CHARACTERS = 2_000;

export function loreLines(hits: readonly LoreHit[], texts: BoardToolTexts): string[] {
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

export const loreData = (hits: readonly LoreHit[]): object[] =>
  hits.map(({ entry, path }) => ({ ...entry, ...(path !== undefined && { path }) }));
