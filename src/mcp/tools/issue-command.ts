import * as z from 'zod/mini';
import { commandOrderSchema } from '../../work/command.ts';
import { defineTool, type WorkToolMaker } from '../tool.ts';
import { changing, document, saying, told, toldData, toldLines } from './work-parts.ts';

export const issueCommand: WorkToolMaker = () => {
  const { shape } = commandOrderSchema();
  return defineTool({
    name: 'issue_command',
    description: 'Give the marshall a command: what is wanted, never how.',
    annotations: changing,
    input: z.strictObject({
      purpose: saying(shape.purpose, 'The state to be reached, verifiable'),
      acceptance_criteria: saying(shape.acceptance_criteria, 'Each testable'),
      command: saying(shape.command, 'The instruction in full'),
      project: saying(shape.project, 'Its id'),
      priority: shape.priority,
    }),
    output: z.object({ command: document(), told: told() }),
    async run({ relay, work, boardTexts }, order) {
      const { board } = await work();
      const { command, told: whom } = await board.issue(relay.role, order);
      const { tools } = boardTexts;
      return {
        text: [tools.issued(command.id), ...toldLines(whom, tools), tools.issuedNext].join(' '),
        data: { command, told: toldData(whom) },
      };
    },
  });
};
