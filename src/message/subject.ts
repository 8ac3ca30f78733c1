export const SUBJECT_CHARACTERS = 200;

const CUT = '…';

/** The subject of a message without one: the first line that says something; what does not fit is cut between two letters, never in one. */
export function subjectFrom(body: string): string {
  const line = body.split('\n').find((one) => one.trim() !== '') ?? '';
  const words = line.trim().replaceAll(/\s+/g, ' ');
  if ([...words].length <= SUBJECT_CHARACTERS) return words;
  let [cut, length] = ['', [...CUT].length];
  for (const { segment } of new Intl.Segmenter().segment(words)) {
    length += [...segment].length;
    if (length > SUBJECT_CHARACTERS) break;
    cut += segment;
  }
  return cut.trimEnd() + CUT;
}
