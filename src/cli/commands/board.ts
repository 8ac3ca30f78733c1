import { basename } from 'node:path';
import { boardData } from '../../mcp/tools/list-board.ts';
import { toldLines } from '../../mcp/tools/work-parts.ts';
import { commandOrderSchema } from '../../work/command.ts';
import { actor, tellJson, tellOutcome, type BoardFlags, type Desk } from '../board/desk.ts';
import { boardLines } from '../board/lines.ts';
import { orderFrom } from '../board/order.ts';
import { EXIT } from '../failure.ts';

export async function boardCommand(desk: Desk, flags: BoardFlags): Promise<number> {
  const { work, session } = await desk.open(flags);
  const view = await work.board.list();
  if (flags.json === true) tellJson(desk, { session: session ?? null, ...boardData(view) });
  else desk.write(`${boardLines(view, desk.texts, desk.paint).join('\n')}\n`);
  return EXIT.done;
}

export interface IssueFlags extends BoardFlags {
  purpose?: string;
  criterion?: string[];
  project?: string;
  priority?: string;
  input?: string;
}

export async function issueCommand(
  desk: Desk,
  instruction: string | undefined,
  flags: IssueFlags,
): Promise<number> {
  const here = await desk.open(flags);
  const { purpose, criterion, project, priority, input } = flags;
  const order = await orderFrom(desk, commandOrderSchema(), {
    ...(input !== undefined && { input }),
    usual: { project: basename(here.folder) },
    flags: { purpose, acceptance_criteria: criterion, command: instruction, project, priority },
  });
  const by = actor(here.formation, 'envoy', flags.as, desk.texts);
  const { command, told } = await here.work.board.issue(by, order);
  const { tools } = desk.texts;
  tellOutcome(desk, here, flags, {
    data: { command, told },
    lines: [tools.issued(command.id), ...toldLines(told, tools)],
    told,
  });
  return EXIT.done;
}
