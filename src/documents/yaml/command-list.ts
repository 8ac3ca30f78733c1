import * as z from 'zod/mini';
import { commandSchema, type Command } from '../../work/command.ts';
import { readYamlText, YamlFault } from '../../yaml/yaml-text.ts';
import { amendText } from './amend.ts';
import { describeIssues } from './document-reader.ts';
import { writeCommand } from './write.ts';

/** `queue/envoy_to_marshall.yaml`: the good entries with their text, and what is wrong with others. */
export interface CommandList {
  /** Comments above the first entry. */
  head: string;
  entries: { command: Command; text: string }[];
  /** Set where the file as it is cannot be used whole. */
  reason?: string;
}

export const joinList = ({ head, entries }: Pick<CommandList, 'head' | 'entries'>): string =>
  head + entries.map(({ text }) => (text.endsWith('\n') ? text : `${text}\n`)).join('');

export function readCommands(text: string): CommandList {
  const { pieces, reason } = splitPieces(text);
  const first = pieces[0] === undefined ? text.length : text.indexOf(pieces[0].text);
  const head = text.slice(0, first);
  const seen = new Set<string>();
  const reasons = reason === undefined ? [] : [reason];
  const entries = pieces.flatMap((piece, i) => {
    const read = z.safeParse(commandSchema(), piece.value);
    if (!read.success) reasons.push(`entry ${i + 1}: ${describeIssues(read.error)}`);
    else if (seen.has(read.data.id)) reasons.push(`entry ${i + 1}: its id is taken`);
    else {
      seen.add(read.data.id);
      return [{ command: read.data, text: piece.text }];
    }
    return [];
  });
  const isComment = head.split('\n').every((line) => /^\s*(?:#.*|---)?\s*$/.test(line));
  if (!isComment && pieces.length === 0) {
    if (reasons.length === 0 && head.trim() !== '[]') reasons.push('not a list');
  } else if (!isComment) reasons.push('something stands before the first entry');
  return {
    head: isComment ? head : '',
    entries,
    ...(reasons.length === 0 ? {} : { reason: reasons.slice(0, 5).join('; ') }),
  };
}

interface Piece {
  text: string;
  value: unknown;
}

/** Of a list that is no YAML as a whole, the parts that are: an entry begins with `- ` in the first column. */
function splitPieces(text: string): { pieces: Piece[]; reason?: string } {
  try {
    const yaml = readYamlText(text);
    const values = Array.isArray(yaml.value) ? (yaml.value as unknown[]) : [];
    return { pieces: yaml.items().map((item, i) => ({ text: item, value: values[i] })) };
  } catch (error) {
    if (!(error instanceof YamlFault)) throw error;
    const starts = [...text.matchAll(/^- /gm)].map(({ index }) => index);
    const parts = starts.map((start, i) => text.slice(start, starts[i + 1] ?? text.length));
    const pieces = parts.map((part) => ({ text: part, value: parsePiece(part) }));
    return { pieces, reason: `line ${error.line}: ${error.reason}` };
  }
}

function parsePiece(part: string): unknown {
  try {
    const { value } = readYamlText(part);
    return Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : undefined;
  } catch (error) {
    if (error instanceof YamlFault) return undefined;
    throw error;
  }
}

/** The list with a command as it is now: changed in its place, or added at the end. */
export function putCommand(list: CommandList, command: Command): CommandList {
  const entries = [...list.entries];
  const i = entries.findIndex((entry) => entry.command.id === command.id);
  const before = entries[i];
  if (before === undefined) entries.push({ command, text: writeCommand(command) });
  else entries[i] = { command, text: amendText(before.text, [0], before.command, command) };
  return { ...list, entries };
}
