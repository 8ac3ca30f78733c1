import type { openCampaign } from './campaign.ts';
import type { Player } from './mind.ts';
import type { Play } from './mock-agent.ts';
import { openPlay, wordsOf } from './play.ts';

const PERSON = 'human';

/** An agent that takes part in a play: by letters, or on a board where its army has one. */
export function openPlayer(
  { part, texts, person }: Play,
  {
    campaign,
    tools,
  }: {
    campaign: ReturnType<typeof openCampaign> | undefined;
    tools: () => ReadonlySet<string>;
  },
): Player & { help: string } {
  const play = openPlay(part, texts);
  const below = part.below.map(({ role }) => role);
  const board = () => (campaign?.concerns(tools()) === true ? campaign : undefined);
  let ritual: string | undefined;

  return {
    noMail: texts.noMail,
    ritualTaken: texts.ritualTaken,
    help: texts.help({ role: part.role, below, mux: part.mux }),
    /** A ritual is pasted while one is due; given once more, it names the tools or begins as it did before. */
    isRitual(text, pasted) {
      const [head = ''] = text.trim().split('\n', 1);
      const isOne =
        pasted &&
        (person?.isRitualDue() === true || head === ritual || /\n.*check_inbox/s.test(text));
      if (isOne) ritual = head;
      return isOne;
    },
    async hear(words, hands) {
      person?.noteSpoken();
      const issuer = part.top;
      const there = board();
      if (there === undefined) await play.begin(words, hands);
      else await there.wish({ words: words.trim(), asker: undefined, issuer }, tools(), hands);
    },
    async receive(message, hands) {
      const there = board();
      if (there === undefined) return play.receive(message, hands);
      // The rest of the mail is the board's own, and is read there.
      if (message.from !== PERSON) return;
      const { from: role, subject } = message;
      const wish = { words: wordsOf(message), asker: { role, subject }, issuer: part.top };
      await there.wish(wish, tools(), hands);
    },
  };
}
