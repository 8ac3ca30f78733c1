import { OvldError } from '../errors.ts';
import type { Command } from './command.ts';
import type { EditedBoard } from './edited-board.ts';
import type { ReportOrder } from './report.ts';

/** The gaps of a report, in the command's own words where a gap names one of its criteria. */
export function resolveGaps(
  { meets_criteria: meets, gaps }: ReportOrder['purpose_validation'],
  criteria: readonly string[],
): string[] {
  if (meets === gaps.length > 0) throw new OvldError('gaps_contradict', { meets });
  return [...new Set(gaps.map((gap) => criterionOf(gap, criteria)))];
}

const NUMBER = /^#?(\d{1,3})[.)]?$/;
const plain = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();

function criterionOf(gap: string, criteria: readonly string[]): string {
  const number = NUMBER.exec(gap.trim())?.[1];
  if (number === undefined)
    return criteria.find((criterion) => plain(criterion) === plain(gap)) ?? gap;
  const named = criteria[Number(number) - 1];
  if (named === undefined)
    throw new OvldError('unknown_criterion', { number, count: criteria.length });
  return named;
}

/**
 * The gaps in a command's last reports, without those the marshall accepted and those that a finished
 * follow-up task was for.
 */
export function openGaps(edited: EditedBoard, command: Command): string[] {
  const done = edited
    .slots()
    .filter(({ task }) => task.parent_cmd === command.id && task.status === 'done')
    .map(({ task }) => task);
  const followed = new Set(done.flatMap(({ follows }) => follows ?? []));
  const gaps = done
    .filter(({ task_id: id }) => !followed.has(id) && edited.evaluation(id)?.accept_gaps !== true)
    .flatMap(({ task_id: id }) => edited.report(id)?.purpose_validation.gaps ?? []);
  return [...new Set(gaps)];
}
