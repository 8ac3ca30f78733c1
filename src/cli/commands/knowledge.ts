import { loreData, loreLines } from '../../mcp/tools/work-parts.ts';
import { knowledgeOrderSchema, type Knowledge } from '../../work/knowledge.ts';
import { actor, tellJson, tellOutcome, type BoardFlags, type Desk } from '../board/desk.ts';
import { legible, loreTable } from '../board/lines.ts';
import { orderFrom } from '../board/order.ts';
import { EXIT } from '../failure.ts';

export interface SearchFlags extends BoardFlags {
  tag?: string[];
  file?: string[];
  type?: Knowledge['type'];
  limit?: number;
}

/** Nothing found is an answer, not a failure. */
export async function searchKnowledge(
  desk: Desk,
  words: readonly string[],
  flags: SearchFlags,
): Promise<number> {
  const { work } = await desk.open(flags);
  const { tag: tags = [], file: files = [], type, limit = 10 } = flags;
  const query = { text: words.join(' '), tags, files, limit, ...(type && { type }) };
  const hits = await work.lore.search(query);
  const { tools } = desk.texts;
  if (flags.json === true) tellJson(desk, { found: loreData(hits) });
  else if (hits.length === 0) desk.write(`${tools.foundNothing}\n`);
  else desk.write(`${legible(loreLines(hits, tools).join('\n'))}\n`);
  return EXIT.done;
}

/** More than anybody reads, and more than any index gives at once. */
const ALL = 100;

export async function listKnowledge(desk: Desk, flags: SearchFlags): Promise<number> {
  const { work } = await desk.open(flags);
  const { tag: tags = [], type, limit = ALL } = flags;
  const hits = await work.lore.search({ tags, limit, ...(type && { type }) });
  const { cli } = desk.texts;
  if (flags.json === true) tellJson(desk, { found: loreData(hits) });
  else if (hits.length === 0) desk.write(`${cli.noKnowledge}\n`);
  else desk.write(`${loreTable(hits, cli).join('\n')}\n`);
  return EXIT.done;
}

export interface RecordFlags extends BoardFlags {
  type?: string;
  title?: string;
  tag?: string[];
  file?: string[];
  sourceTask?: string;
  input?: string;
}

export async function recordKnowledge(
  desk: Desk,
  content: string | undefined,
  flags: RecordFlags,
): Promise<number> {
  const here = await desk.open(flags);
  const { type, title, tag: tags, file: files, sourceTask: source_task, input } = flags;
  const order = await orderFrom(desk, knowledgeOrderSchema(), {
    ...(input !== undefined && { input }),
    flags: { type, title, content, tags, files, source_task },
  });
  const by = actor(here.formation, 'marshall', flags.as, desk.texts);
  const { knowledge, path } = await here.work.board.record(by, order);
  tellOutcome(desk, here, flags, {
    data: { knowledge, path },
    lines: [desk.texts.tools.recorded(knowledge.id, path)],
    told: [],
  });
  return EXIT.done;
}
