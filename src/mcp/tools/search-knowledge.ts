import * as z from 'zod/mini';
import { knowledgeTypes } from '../../work/knowledge.ts';
import type { LoreQuery } from '../../work/work.ts';
import { defineTool, type WorkToolMaker } from '../tool.ts';
import { document, looking, loreData, loreLines, saying } from './work-parts.ts';

export const searchKnowledge: WorkToolMaker = () =>
  defineTool({
    name: 'search_knowledge',
    description: 'Find patterns and lessons of earlier work, best first.',
    annotations: looking,
    input: z.strictObject({
      query: saying(z._default(z.string().check(z.maxLength(2_000)), ''), 'Words, or a question'),
      tags: saying(z._default(z.array(z.string()), []), 'All of them'),
      files: saying(z._default(z.array(z.string()), []), 'Any of them'),
      type: z.optional(z.enum(knowledgeTypes)),
      limit: z._default(z.int().check(z.minimum(1), z.maximum(100)), 5),
    }),
    output: z.object({ found: z.array(document()), note: z.optional(z.string()) }),
    async run({ work, boardTexts }, { query, tags, files, type, limit }) {
      const { lore } = await work();
      const asked: LoreQuery = { text: query, tags, files, limit, ...(type && { type }) };
      const hits = await lore.search(asked);
      const { tools } = boardTexts;
      const note = hits.length === 0 ? tools.foundNothing : tools.found(hits.length);
      return {
        text: [note, ...loreLines(hits, tools)].join('\n'),
        data: { note, found: loreData(hits) },
      };
    },
  });
