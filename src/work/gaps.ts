import { OvldError } from '../errors.ts';
import type { Command } from './command.ts';
import type { Slate } from './slate.ts';
import type { ReportOrder } from './report.ts';

/** What a report says is missing, in the command's own words where it means one of its criteria. */
export function namedGaps(
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
 * What a command still lacks by its last reports: less what the marshall said need not be done, less
 * what a task that followed up and is done has seen to.
 */
export function openGaps(slate: Slate, command: Command): string[] {
  const done = slate
    .slots()
    .filter(({ task }) => task.parent_cmd === command.id && task.status === 'done')
    .map(({ task }) => task);
  const followed = new Set(done.flatMap(({ follows }) => follows ?? []));
  const gaps = done
    .filter(({ task_id: id }) => !followed.has(id) && slate.evaluation(id)?.accept_gaps !== true)
    .flatMap(({ task_id: id }) => slate.report(id)?.purpose_validation.gaps ?? []);
  return [...new Set(gaps)];
}
