import { fieldsIn, listIn, numberIn, stringIn } from './fields.ts';

/** A scripted agent's part in a play: what its launch says of it. */
export interface PlayPart {
  role: string;
  language: 'en' | 'ja';
  /** The multiplexer it is in, for the keys its help names. */
  mux: string;
  /** The role at the top of its chain of command. */
  top: string;
  above: string | undefined;
  number: number;
  below: readonly { role: string; leads: boolean }[];
}

/** Throws with the reason. */
export function parsePart(text: string, role: string): PlayPart {
  const { play } = fieldsIn(JSON.parse(text), 'the document');
  const part = fieldsIn(play, 'play');
  return {
    role,
    language: part['language'] === 'ja' ? 'ja' : 'en',
    mux: stringIn(part, 'mux'),
    top: stringIn(part, 'top'),
    above: part['above'] === undefined ? undefined : stringIn(part, 'above'),
    number: numberIn(part, 'number'),
    below: listIn(part, 'below').map((item) => {
      const one = fieldsIn(item, 'below');
      return { role: stringIn(one, 'role'), leads: one['leads'] === true };
    }),
  };
}
