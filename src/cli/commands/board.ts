import { basename } from 'node:path';
import { board as en } from '../../i18n/en/board.ts';
import { board as ja } from '../../i18n/ja/board.ts';
import type { Language } from '../../i18n/texts.ts';
import { boardData } from '../../mcp/tools/list-board.ts';
import { commandOrderSchema, commandPriorities } from '../../work/command.ts';
import { boardLines } from '../output/board-lines.ts';
import { defineCommand } from '../parse/define-command.ts';
import { readOrder } from '../parse/order.ts';
import { list, oneOf, optional, text } from '../parse/values.ts';
import {
  boardOptions,
  chooseActor,
  openDesk,
  orderOptions,
  playNote,
  tell,
  tellOutcome,
} from '../terminal/desk.ts';

const allTexts = { en, ja };

const issue = defineCommand({
  texts: { en: en.issue, ja: ja.issue },
  args: { instruction: optional() },
  options: {
    ...orderOptions,
    purpose: text('sentence'),
    criterion: list(text('condition')),
    project: text('id'),
    priority: oneOf('priority', commandPriorities),
  },
  examples: {
    given: (language: Language) => allTexts[language].issue.lines.given,
    file: 'ovld board issue --input command.yaml',
  },
  async run(given, context) {
    const desk = await openDesk(context, given);
    const { purpose, criterion, instruction, project, priority } = given;
    const order = await readOrder(desk, commandOrderSchema(), {
      usual: { project: basename(desk.folder) },
      flags: { purpose, acceptance_criteria: criterion, command: instruction, project, priority },
    });
    const by = chooseActor(desk, 'envoy');
    const { command: issued, told } = await desk.work.board.issue(by, order);
    tellOutcome(desk, { command: issued, told }, [desk.texts.tools.issued(issued.id)]);
  },
});

/** The work of an army, or of a folder without one. */
export const command = defineCommand({
  group: 'work',
  place: 1,
  texts: allTexts,
  options: boardOptions,
  examples: { plain: 'ovld board', json: 'ovld board --json' },
  commands: { issue },
  async run(given, context) {
    const desk = await openDesk(context, given);
    const { work, session = null, texts, paint } = desk;
    const view = await work.board.list();
    const next = view.commands.length === 0 ? [context.texts.next] : [];
    // Without an army a seat is empty, not free; what stands on the board for it is told.
    const specialists = view.specialists.filter(
      ({ current, queued }) => session !== null || current !== undefined || queued.length > 0,
    );
    const shown = boardLines({ ...view, specialists }, texts, paint);
    const lines = [...shown, ...next, ...playNote(desk)];
    tell(desk, { session, ...boardData(view) }, lines);
  },
});
