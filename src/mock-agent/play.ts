import type { PlayPart } from './play-part.ts';
import type { PlayTexts } from './play-texts.ts';
import type { Hands, Read } from './mind.ts';

/** From whom a wish or an order came, and so who gets the answer; undefined: it was typed into this pane. */
export type Asker = { role: string; subject: string } | undefined;

interface Errand {
  words: string;
  asker: Asker;
  /** What each role below did; undefined where its report is still to come. */
  reports: Map<string, string | undefined>;
}

const PERSON = 'human';
const THOUGHT_MS = 400;
const DEED_MS = 1_200;
const SHOWN_CHARACTERS = 60;
const MOST_CHARACTERS = 4_000;

/**
 * The mind of a play. A person's words go down the chain of command as orders and come back up as reports, and
 * then the person is answered: in the pane where the words were typed, or by a letter where they came as one.
 * Each message causes at most one answer: a report or a letter that begins with `re:` is never answered, and the
 * chain is a tree, so a play comes to its end.
 */
export function openPlay(part: PlayPart, texts: PlayTexts) {
  const errands: Errand[] = [];
  const handled = new Set<string>();
  const deedOf = (number: number) => texts.deeds[number % texts.deeds.length];

  async function begin(words: string, asker: Asker, hands: Hands): Promise<void> {
    await declare('working', words, hands);
    if (part.below.length === 0) {
      hands.say(`⏺ ${texts.worksAlone}`);
      await hands.work(DEED_MS);
      const did = deedOf(part.number)?.did(part.role) ?? '';
      return hands.cancelled ? undefined : answer({ words, asker }, did, hands);
    }
    hands.say(`⏺ ${texts.begins(part.below.map(({ role }) => role))}`);
    const errand: Errand = { words, asker, reports: new Map() };
    errands.push(errand);
    for (const [number, { role, leads }] of part.below.entries()) {
      await hands.work(THOUGHT_MS);
      if (hands.cancelled) return;
      const order = (leads ? texts.plan : deedOf(number))?.order(brief(words)) ?? '';
      const body = bodyOf(words, texts.orderedBy(part.role));
      if (await write(role, order, body, hands)) errand.reports.set(role, undefined);
    }
    await settle(errand, hands);
  }

  /** A role below has reported; a report that nothing waits for goes on to the role above. */
  async function hear({ from, subject, body }: Read, hands: Hands): Promise<void> {
    const { words, tail } = partsOf(body);
    const waits = errands.filter(
      ({ reports }) => reports.has(from) && reports.get(from) === undefined,
    );
    const errand = waits.find((one) => one.words === words) ?? waits[0];
    if (errand === undefined) {
      if (part.above !== undefined) await write(part.above, subject, body, hands);
      return;
    }
    errand.reports.set(from, tail);
    await settle(errand, hands);
  }

  async function settle(errand: Errand, hands: Hands): Promise<void> {
    const reports = [...errand.reports.values()];
    if (reports.includes(undefined)) return;
    errands.splice(errands.indexOf(errand), 1);
    await hands.work(THOUGHT_MS);
    const parts = reports.filter((one) => one !== undefined && one !== '');
    await answer(errand, texts.joined(parts as string[]), hands);
  }

  async function answer(
    { words, asker }: Pick<Errand, 'words' | 'asker'>,
    summary: string,
    hands: Hands,
  ): Promise<void> {
    const said = sentence(words, summary, texts);
    if (asker === undefined) hands.say(`⏺ ${said}`);
    else if (asker.role === part.above) {
      const report = part.below.length > 0 ? texts.plan : deedOf(part.number);
      const subject = report?.report(brief(words)) ?? '';
      await write(asker.role, subject, bodyOf(words, summary), hands);
    } else await write(asker.role, `re: ${asker.subject}`.slice(0, 200), said, hands);
    await declare('done', words, hands);
  }

  return {
    /** A line that a person typed here. */
    begin: (words: string, hands: Hands): Promise<void> =>
      begin(cut(words.trim(), MOST_CHARACTERS), undefined, hands),
    async receive(message: Read, hands: Hands): Promise<void> {
      const { id, from, subject, body } = message;
      if (handled.has(id)) return;
      if (part.below.some(({ role }) => role === from)) await hear(message, hands);
      else if (from === PERSON || !isAnswer(subject)) {
        const words = from === part.above ? partsOf(body).words : wordsOf(message);
        await begin(cut(words, MOST_CHARACTERS), { role: from, subject }, hands);
      }
      // Cut off, it may come again.
      if (!hands.cancelled) handled.add(id);
    },
  };
}

/** The words of a letter that no role of the play wrote. */
export const wordsOf = ({ subject, body }: Pick<Read, 'subject' | 'body'>): string =>
  body.trim() === '' ? subject.trim() : body.trim();

export const sentence = (words: string, summary: string, texts: PlayTexts): string =>
  summary === ''
    ? texts.unfinished(brief(words))
    : (/[?？]$/.test(words) ? texts.asked : texts.carriedOut)(brief(words), summary);

/** Sends a letter and tells of it; false where it was not stored. */
export async function write(
  to: string,
  subject: string,
  body: string,
  hands: Hands,
): Promise<boolean> {
  const { isError, text } = await hands.call('send_message', { to, subject, body });
  hands.say(`⏺ ${isError ? text : `→ ${to}: ${subject}`}`);
  return !isError;
}

export const declare = (status: string, words: string, hands: Hands): Promise<unknown> =>
  hands.call('update_status', { status, task: brief(words) });

const isAnswer = (subject: string): boolean => /^re:/i.test(subject);

const cut = (text: string, characters: number): string => {
  const all = [...text];
  return all.length > characters ? `${all.slice(0, characters - 1).join('')}…` : text;
};

/** The words in a line that fits into a pane. */
export const brief = (words: string): string =>
  cut(words.split('\n', 1)[0]?.trim() ?? '', SHOWN_CHARACTERS);

/** The words of the person, then a line of the role that writes. */
const bodyOf = (words: string, tail: string): string => `${words}\n\n${tail}`;

function partsOf(body: string): { words: string; tail: string } {
  const at = body.lastIndexOf('\n\n');
  return at < 0
    ? { words: body.trim(), tail: '' }
    : { words: body.slice(0, at), tail: body.slice(at + 2) };
}
