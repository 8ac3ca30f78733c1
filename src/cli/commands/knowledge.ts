import { PROJECT_DIR } from '../../config/places.ts';
import { knowledge as en } from '../../i18n/en/knowledge.ts';
import { knowledge as ja } from '../../i18n/ja/knowledge.ts';
import type { Language } from '../../i18n/texts.ts';
import { knowledgeData, knowledgeLines } from '../../mcp/tools/work-parts.ts';
import { knowledgeOrderSchema, knowledgeTypes } from '../../work/knowledge.ts';
import { knowledgeTable, printableText } from '../output/board-lines.ts';
import { defineCommand } from '../parse/define-command.ts';
import { readOrder } from '../parse/order.ts';
import { any, list as many, oneOf, optional, text, wholeNumber } from '../parse/values.ts';
import {
  boardOptions,
  chooseActor,
  openDesk,
  orderOptions,
  tell,
  tellOutcome,
} from '../terminal/desk.ts';

const allTexts = { en, ja };

const MOST_FOUND = 100;

const tag = many(text('tag'));
const type = oneOf('type', knowledgeTypes);
const file = many(text('path', 'file'));
const searchOptions = { ...boardOptions, tag, type, limit: wholeNumber('count', MOST_FOUND) };

/** Nothing found is an answer, not a failure. */
const search = defineCommand({
  texts: { en: en.search, ja: ja.search },
  args: { words: any() },
  options: { ...searchOptions, file },
  examples: {
    words: (language: Language) => allTexts[language].search.lines.words,
    tag: (language: Language) => allTexts[language].search.lines.tag,
  },
  async run(given, context) {
    const desk = await openDesk(context, given);
    const hits = await desk.work.knowledge.search({
      text: given.words.join(' '),
      tags: given.tag ?? [],
      files: given.file ?? [],
      limit: given.limit ?? 10,
      ...(given.type && { type: given.type }),
    });
    const { tools } = desk.texts;
    const lines = knowledgeLines(hits, tools).map(printableText);
    tell(desk, { found: knowledgeData(hits) }, lines.length === 0 ? [tools.foundNothing] : lines);
  },
});

const list = defineCommand({
  texts: { en: en.list, ja: ja.list },
  options: searchOptions,
  examples: {
    all: 'ovld knowledge list',
    lessons: 'ovld knowledge list --type lesson --json',
  },
  async run(given, context) {
    const desk = await openDesk(context, given);
    const hits = await desk.work.knowledge.search({
      tags: given.tag ?? [],
      limit: given.limit ?? MOST_FOUND,
      ...(given.type && { type: given.type }),
    });
    const { columns, empty } = context.texts;
    const lines = hits.length === 0 ? [empty] : knowledgeTable(hits, columns);
    tell(desk, { found: knowledgeData(hits) }, lines);
  },
});

const record = defineCommand({
  texts: { en: en.record, ja: ja.record },
  args: { content: optional() },
  options: { ...orderOptions, type, title: text('words'), tag, file, sourceTask: text('task') },
  examples: {
    lesson: (language: Language) => allTexts[language].record.lines.lesson,
    tag: (language: Language) => allTexts[language].record.lines.tag,
  },
  async run(given, context) {
    const desk = await openDesk(context, given);
    const { title, content, tag: tags, file: files, sourceTask: source_task } = given;
    const order = await readOrder(desk, knowledgeOrderSchema(), {
      flags: { type: given.type, title, content, tags, files, source_task },
    });
    const { knowledge, path } = await desk.work.board.record(chooseActor(desk, 'marshall'), order);
    const outcome = { knowledge, path };
    const place = `${PROJECT_DIR}/${path}`;
    tellOutcome(desk, outcome, [desk.texts.tools.recorded(knowledge.id, place)]);
  },
});

/** What was learnt. */
export const command = defineCommand({
  group: 'work',
  place: 3,
  texts: allTexts,
  examples: {
    search: (language: Language) => allTexts[language].search.lines.words,
    list: 'ovld knowledge list',
  },
  commands: { search, list, record },
});
