import type { Role } from '../army/role.ts';
import type { Note } from '../documents/documents.ts';

export interface NoteText {
  subject: string;
  body: string;
}

/** The board's messages in words. Long texts come clipped: the documents hold them whole. */
export interface BoardNotes {
  commandIssued(facts: { id: string; purpose: string; priority: string }): NoteText;
  taskGiven(facts: { id: string; command: string; persona: string; objective: string }): NoteText;
  /** The task is no longer its specialist's: given to another, waiting for others, or given up. */
  taskWithdrawn(facts: { id: string; to: Role | undefined; ended: boolean }): NoteText;
  reported(facts: {
    id: string;
    by: Role;
    status: string;
    summary: string;
    gaps: readonly string[];
  }): NoteText;
  declaredBlocked(facts: { id: string; by: Role; reason: string }): NoteText;
  /** `ended`: the tasks that were given up; the envoy has to know. */
  commandDone(facts: {
    id: string;
    purpose: string;
    tasks: readonly string[];
    ended: readonly string[];
  }): NoteText;
  taskGoesOn(facts: { id: string; status: string; objective: string }): NoteText;
  boardGoesOn(facts: {
    pending: readonly string[];
    unevaluated: readonly string[];
    stuck: readonly string[];
    /** Their specialists are not in this army: only the marshall can give them to another. */
    orphaned: readonly { id: string; of: Role }[];
  }): NoteText;
}

const CLIPPED = 400;
const SUBJECT = 150;

/** By code points: half a character is none. */
export function clip(text: string, most = CLIPPED): string {
  if (text.length <= most) return text;
  const points = [...text];
  return points.length <= most ? text : `${points.slice(0, most - 1).join('')}…`;
}

export const writeNote = (
  from: Role,
  to: Role,
  type: Note['type'],
  { subject, body }: NoteText,
): Note => ({ from, to, type, subject: clip(subject.replaceAll(/\s+/g, ' '), SUBJECT), body });
