import * as z from 'zod/mini';
import { knowledgeTypes } from '../../work/knowledge.ts';
import type { KnowledgeQuery } from '../../work/knowledge-search.ts';
import { defineTool, type WorkToolMaker } from '../tool.ts';
import { document, looking, knowledgeData, knowledgeLines, describe } from './work-parts.ts';

export const searchKnowledge: WorkToolMaker = () =>
  defineTool({
    name: 'search_knowledge',
    description: 'Find patterns and lessons of earlier work, best first.',
    annotations: looking,
    input: z.strictObject({
      query: describe(z._default(z.string().check(z.maxLength(2_000)), ''), 'Words, or a question'),
      tags: describe(z._default(z.array(z.string()), []), 'All of them'),
      files: describe(z._default(z.array(z.string()), []), 'Any of them'),
      type: z.optional(z.enum(knowledgeTypes)),
      limit: z._default(z.int().check(z.minimum(1), z.maximum(100)), 5),
    }),
    output: z.object({ found: z.array(document()), note: z.optional(z.string()) }),
    async run({ work, boardTexts }, { query, tags, files, type, limit }) {
      const { knowledge } = await work();
      const asked: KnowledgeQuery = { text: query, tags, files, limit, ...(type && { type }) };
      const hits = await knowledge.search(asked);
      const { tools } = boardTexts;
      const note = hits.length === 0 ? tools.foundNothing : tools.found(hits.length);
      return {
        text: [note, ...knowledgeLines(hits, tools)].join('\n'),
        data: { note, found: knowledgeData(hits) },
      };
    },
  });
