import type { Block, ModelRequest, Purpose, Turn } from './request.ts';
import type { ToolCall } from './reply.ts';

/** A tool as a request offers it. */
export interface OfferedTool {
  name: string;
  /** The JSON schema of its arguments. */
  schema: unknown;
  /** Codex calls a server's tool by two words. */
  namespace?: string;
}

/** What a dialect reads in one request; what all of them share is made of it in request.ts. */
export interface Asked {
  /** The conversation by the client's own id, where it tells one. */
  session?: string;
  /** The seat, where the request itself tells it. */
  role?: string;
  purpose: Purpose;
  model: string;
  stream: boolean;
  system: string;
  turns: readonly Turn[];
  offered: readonly OfferedTool[];
  /** The answer must be JSON that fits it. */
  wanted?: unknown;
}

export interface Arrival {
  n: number;
  at: number;
  wall: number;
  path: string;
  /** The seat that the path names: `/as/<role>/…`. */
  seat?: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: unknown;
}

/** What is said: a text in the pieces it goes out in, and calls by the names that the request offered. */
export interface Said {
  pieces: readonly string[];
  calls: readonly NamedCall[];
}

export interface NamedCall extends ToolCall {
  id: string;
  namespace?: string;
}

/** A part of a stream. At a `delta` an answer may stall, or take its time. */
export interface Chunk {
  data: object | string;
  event?: string;
  delta?: true;
}

/** The way one kind of client asks and is answered; the same rules answer all of them. */
export interface Dialect {
  hears(path: string): boolean;
  read(arrival: Arrival): Asked;
  /** A whole answer. */
  whole(request: ModelRequest, said: Said): object;
  /** The same as a stream of events. */
  stream(request: ModelRequest, said: Said): readonly Chunk[];
  refusal(status: number, message: string, n: number): { status: number; body: object };
  /** The answer to a question for the number of tokens. */
  count?(tokens: number): object;
}

export const deltas = (pieces: readonly string[], chunk: (piece: string) => Chunk): Chunk[] =>
  pieces.map((piece) => ({ ...chunk(piece), delta: true }));

export const joined = ({ pieces }: Said): string => pieces.join('');

/** Whether a system text, or one since the model's last answer, begins so. */
export const begins = (texts: readonly string[], openings: readonly string[]): boolean =>
  texts.some((text) => openings.some((opening) => text.trimStart().startsWith(opening)));

export const textBlock = (text: string): Block => ({ type: 'text', text });

/** Whole characters, so that no piece ends inside one. */
export function inPieces(text: string, wanted: number): string[] {
  const characters = [...text];
  const size = Math.max(1, Math.ceil(characters.length / wanted));
  const pieces: string[] = [];
  for (let i = 0; i < characters.length; i += size) {
    pieces.push(characters.slice(i, i + size).join(''));
  }
  return pieces;
}
