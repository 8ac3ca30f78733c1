import { commandPriorities, commandStatuses, type Command } from '../../work/command.ts';
import type { Evaluation } from '../../work/evaluation.ts';
import type { Knowledge } from '../../work/knowledge.ts';
import { reportStatuses, type Report } from '../../work/report.ts';
import { taskStatuses, type Task } from '../../work/task.ts';
import { flow, plainOrQuoted, quoted, sentences, textBlock } from '../../yaml/yaml-write.ts';
import type { DocumentHints } from '../documents.ts';

/** New documents, laid out as the seed's examples are, byte for byte. */

const oneOf = (values: readonly string[]): string => ` # ${values.join(' | ')}`;
export const header = (path: string): string => `# ${path}\n`;

/** A sentence quoted on its line; several lines as a block. */
const text = (key: string, value: string, indent = ''): string =>
  value.includes('\n')
    ? textBlock(key, `${value}\n`, indent)
    : `${indent}${key}: ${quoted(value)}\n`;

export function writeCommand(command: Command): string {
  const lines = [
    `id: ${command.id}\n`,
    `timestamp: ${quoted(command.timestamp)}\n`,
    text('purpose', command.purpose, '  ').trimStart(),
    sentences('acceptance_criteria', command.acceptance_criteria, '  ').trimStart(),
    text('command', command.command, '  ').trimStart(),
    `project: ${plainOrQuoted(command.project)}\n`,
    `priority: ${command.priority}${oneOf(commandPriorities)}\n`,
    `status: ${command.status}${oneOf(commandStatuses)}\n`,
  ];
  return lines.map((line, i) => (i === 0 ? `- ${line}` : `  ${line}`)).join('');
}

export function writeTask(path: string, task: Task, hints: DocumentHints): string {
  return [
    header(path),
    `task_id: ${task.task_id}\n`,
    `parent_cmd: ${task.parent_cmd}\n`,
    `assigned_to: ${task.assigned_to}\n`,
    text('persona', task.persona),
    `timestamp: ${quoted(task.timestamp)}\n`,
    `status: ${task.status}${oneOf(taskStatuses)}\n`,
    '\n',
    text('objective', task.objective),
    sentences('deliverables', task.deliverables),
    sentences('context', task.context),
    `blocks: ${flow(task.blocks)} # ${hints.blocks}\n`,
    `blocked_by: ${flow(task.blocked_by)} # ${hints.blocked_by}\n`,
    ...(task.follows === undefined ? [] : [`follows: ${task.follows}\n`]),
    ...(task.reason === undefined ? [] : [text('reason', task.reason)]),
    ...(task.ended === undefined ? [] : [`ended: true\n`]),
  ].join('');
}

export function writeReport(path: string, report: Report, hints: DocumentHints): string {
  const { result, purpose_validation: purpose, skill_candidate: skill } = report;
  return [
    header(path),
    `worker_id: ${report.worker_id}\n`,
    `task_id: ${report.task_id}\n`,
    `parent_cmd: ${report.parent_cmd}\n`,
    `timestamp: ${quoted(report.timestamp)}\n`,
    `status: ${report.status}${oneOf(reportStatuses)}\n`,
    '\nresult:\n',
    text('summary', result.summary, '  '),
    sentences('files_modified', result.files_modified, '  '),
    text('test_results', result.test_results, '  '),
    text('notes', result.notes, '  '),
    '\npurpose_validation:\n',
    `  meets_criteria: ${purpose.meets_criteria}\n`,
    sentences('gaps', purpose.gaps, '  '),
    '\nskill_candidate:\n',
    `  found: ${skill.found} # ${hints.found}\n`,
    ...(['name', 'description', 'reason'] as const).map((key) => {
      const value = skill[key];
      return value === undefined ? '' : text(key, value, '  ');
    }),
  ].join('');
}

export function writeEvaluation(
  path: string,
  evaluation: Evaluation,
  hints: DocumentHints,
): string {
  const { scores, knowledge_extracted: extracted } = evaluation;
  const score = (key: keyof typeof scores): string =>
    `    ${key}: ${scores[key]} # 1-5: ${hints[key]}\n`;
  return [
    header(path),
    'evaluation:\n',
    `  task_id: ${evaluation.task_id}\n`,
    `  evaluator: ${evaluation.evaluator}\n`,
    `  timestamp: ${quoted(evaluation.timestamp)}\n`,
    '\n  scores:\n',
    score('correctness'),
    score('code_quality'),
    score('efficiency'),
    '\n',
    sentences('issues_found', evaluation.issues_found, '  '),
    '\n',
    extracted.length === 0 ? '  knowledge_extracted: []\n' : '  knowledge_extracted:\n',
    ...extracted.map(
      ({ type, content }) => `    - type: ${type}\n${text('content', content, '      ')}`,
    ),
    ...(evaluation.accept_gaps === undefined ? [] : ['  accept_gaps: true\n']),
  ].join('');
}

export function writeKnowledge(path: string, knowledge: Knowledge): string {
  const { files, tags, source_task: source } = knowledge;
  return [
    header(path),
    `id: ${knowledge.id}\n`,
    `type: ${knowledge.type}\n`,
    ...(source === undefined ? [] : [`source_task: ${source}\n`]),
    `timestamp: ${quoted(knowledge.timestamp)}\n`,
    '\n',
    text('title', knowledge.title),
    text('content', knowledge.content),
    files.length === 0
      ? 'files: []\n'
      : `files:\n${files.map((file) => `  - ${plainOrQuoted(file)}\n`).join('')}`,
    `tags: ${flow(tags)}\n`,
  ].join('');
}
