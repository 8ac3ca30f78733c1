import * as z from 'zod/mini';
import { commandOrderSchema } from '../../work/command.ts';
import { defineTool, type WorkToolMaker } from '../tool.ts';
import { changing, describe, document, moveReply, told } from './work-parts.ts';

export const issueCommand: WorkToolMaker = () => {
  const { shape } = commandOrderSchema();
  return defineTool({
    name: 'issue_command',
    description: 'Give the marshall a command: what is wanted, never how.',
    annotations: changing,
    input: z.strictObject({
      purpose: describe(shape.purpose, 'The state to be reached, verifiable'),
      acceptance_criteria: describe(shape.acceptance_criteria, 'Each testable'),
      command: describe(shape.command, 'The instruction in full'),
      project: describe(shape.project, 'Its id'),
      priority: shape.priority,
    }),
    output: z.object({ command: document(), told: told() }),
    async run({ relay, work, boardTexts }, order) {
      const { board } = await work();
      const { command, told: whom } = await board.issue(relay.role, order);
      const { tools } = boardTexts;
      const done = [tools.issued(command.id)];
      return moveReply({ done, told: whom, next: tools.issuedNext, data: { command } }, tools);
    },
  });
};
