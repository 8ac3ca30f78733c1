import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeOf } from '../../src/army/chain.ts';
import { formationSchema, rolesOf, type Formation } from '../../src/army/formation.ts';
import { overlordFormation } from '../../src/army/overlord.ts';
import { play as en } from '../../src/i18n/en/play.ts';
import { play as ja } from '../../src/i18n/ja/play.ts';
import { think, type Hands } from '../../src/mock-agent/mind.ts';
import { openPlayer } from '../../src/mock-agent/player.ts';
import { noScript } from '../../src/mock-agent/script.ts';

const TEXTS = { en, ja };
const NUDGE = '[MESSAGE from ovld] You have mail (#ab.1)';

interface Letter {
  id: string;
  from: string;
  to: string;
  subject: string;
  body: string;
}

/** An army of players that only write letters; `said` has the transcript of each pane. */
function stage(formation: Pick<Formation, 'roles'>, language: 'en' | 'ja' = 'en') {
  const letters: Letter[] = [];
  const waiting: Letter[] = [];
  const said = new Map<string, string[]>();
  const players = new Map(
    rolesOf(formation).map((role) => {
      const part = { role, language, mux: 'tmux', above: undefined, ...placeOf(formation, role) };
      const play = { part, texts: TEXTS[language], person: undefined };
      said.set(role, []);
      return [role, openPlayer(play, { campaign: undefined, tools: () => new Set<string>() })];
    }),
  );
  const post = (from: string, to: string, subject: string, body: string): void => {
    const letter = { id: `m${letters.length}`, from, to, subject, body };
    letters.push(letter);
    if (to !== 'human') waiting.push(letter);
  };
  const handsOf = (role: string, inbox: Letter[] = []): Hands => ({
    async call(tool, args) {
      if (tool === 'check_inbox') {
        return { isError: false, text: '', data: { messages: inbox.splice(0), remaining: 0 } };
      }
      if (tool === 'send_message') {
        const { to, subject, body } = args as Letter;
        post(role, to, subject, body);
      }
      return { isError: false, text: '', data: {} };
    },
    say: (line) => void said.get(role)?.push(line),
    work: async () => undefined,
    guarded: async () => undefined,
    loseRelay: async () => undefined,
    cancelled: false,
  });
  async function carryMail(): Promise<void> {
    for (let letter = waiting.shift(); letter !== undefined; letter = waiting.shift()) {
      if (letters.length > 5_000) throw new Error('it does not end');
      const { to } = letter;
      await think(NUDGE, noScript, handsOf(to, [letter]), players.get(to));
    }
  }
  return {
    letters,
    said,
    type: async (role: string, words: string): Promise<void> => {
      await think(words, noScript, handsOf(role), players.get(role));
      await carryMail();
    },
    mail: async (from: string, to: string, subject: string, body: string): Promise<void> => {
      post(from, to, subject, body);
      await carryMail();
    },
    player: (role: string) => players.get(role)!,
  };
}

const pair = formationSchema.parse({
  name: 'pair',
  roles: [{ role: 'lead', commands: ['hand'] }, { role: 'hand' }],
});

describe('a line typed to the overlord', () => {
  it.each([
    ['en', 'Ship the login page', 'nothing real was made'],
    ['ja', 'ログイン画面を公開せよ', '本物は何も作っていません'],
  ] as const)(
    'goes down the chain and comes back, with the words in every message: %s [play.chain.1]',
    async (language, words, end) => {
      const { letters, said, type } = stage(overlordFormation, language);
      await type('overlord', words);
      const ways = letters.map(({ from, to }) => `${from} ${to}`);
      expect(ways.slice(0, 5)).toEqual([
        'overlord strategist',
        'strategist inferno',
        'strategist glacier',
        'strategist shadow',
        'strategist storm',
      ]);
      expect(ways.slice(5, 9).every((way) => way.endsWith(' strategist'))).toBe(true);
      expect(ways.slice(9)).toEqual(['strategist overlord']);
      for (const { subject, body } of letters) {
        expect(subject).toContain(words);
        expect(body).toContain(words);
      }
      const answer = said.get('overlord')?.at(-1) ?? '';
      expect(answer).toContain(words);
      expect(answer).toContain(end);
      for (const role of ['inferno', 'glacier', 'shadow', 'storm']) expect(answer).toContain(role);
    },
  );

  it.each([
    ['a pair', pair, 'lead', 2],
    [
      'a formation without commands',
      formationSchema.parse({ name: 'f', roles: ['a', 'b', 'c'].map((role) => ({ role })) }),
      'a',
      4,
    ],
    ['one role', formationSchema.parse({ name: 'o', roles: [{ role: 'solo' }] }), 'solo', 0],
  ])('is played by %s too', async (_, formation, role, messages) => {
    const { letters, said, type } = stage(formation);
    await type(role, 'Mend the gate');
    expect(letters).toHaveLength(messages);
    expect(said.get(role)?.at(-1)).toMatch(/Mend the gate.*nothing real was made/);
  });

  it('is played again and again, also in the same words', async () => {
    const { letters, said, type } = stage(overlordFormation);
    for (const _ of [1, 2, 3]) await type('overlord', 'Ship it');
    expect(letters).toHaveLength(30);
    const answers = said.get('overlord')?.filter((line) => line.includes('nothing real was made'));
    expect(answers).toHaveLength(3);
  });
});

describe("a person's letter", () => {
  it.each(rolesOf(overlordFormation))('to %s is answered, once [play.letter.1]', async (role) => {
    const { letters, mail } = stage(overlordFormation);
    await mail('human', role, 'Login by Friday', 'Ship the login page before Friday');
    const answers = letters.filter(({ to }) => to === 'human');
    expect(answers).toMatchObject([{ from: role, subject: 're: Login by Friday' }]);
    expect(answers[0]?.body).toContain('Ship the login page before Friday');
  });

  it('that asks is told that a play has no answer', async () => {
    const { letters, mail } = stage(pair);
    await mail('human', 'hand', 'how', 'How does the relay ring?');
    expect(letters.at(-1)?.body).toContain('know no answer');
  });
});

describe('a play ends [play.end.1]', () => {
  const roles = ['a', 'b', 'c', 'd', 'e', 'f'];
  const graphs = fc.array(fc.subarray(roles), { minLength: roles.length, maxLength: roles.length });

  it('whatever the formation commands, with two messages for each role below at most', async () => {
    await fc.assert(
      fc.asyncProperty(graphs, fc.constantFrom(...roles), async (commands, first) => {
        const formation = formationSchema.parse({
          name: 'any',
          roles: roles.map((role, i) => ({ role, commands: commands[i] })),
        });
        const typed = stage(formation);
        await typed.type(first, 'Go');
        expect(typed.letters.length).toBeLessThanOrEqual(2 * (roles.length - 1));
        expect(typed.said.get(first)?.at(-1)).toContain('nothing real was made');
        const mailed = stage(formation);
        for (const role of roles) await mailed.mail('human', role, 'Go', 'Go');
        expect(mailed.letters.filter(({ to }) => to === 'human')).toHaveLength(roles.length);
      }),
      { numRuns: 60 },
    );
  });

  it('between roles that do not command each other, and with a report that nothing waits for', async () => {
    const { letters, mail } = stage(overlordFormation);
    await mail('inferno', 'storm', 'Can you help?', 'Please.');
    expect(letters.map(({ from, to }) => `${from} ${to}`)).toEqual([
      'inferno storm',
      'storm inferno',
    ]);
    await mail('inferno', 'strategist', 'Built: it', 'it\n\ninferno built it');
    expect(letters.slice(3).map(({ from, to }) => `${from} ${to}`)).toEqual([
      'strategist overlord',
    ]);
  });

  it('and a message that comes again is not played again', async () => {
    const { letters, player } = stage(pair);
    const message = { id: 'm', from: 'human', subject: 's', body: 'b', redelivered: 1 };
    const sent: string[] = [];
    const hands = {
      call: async (tool: string) => {
        sent.push(tool);
        return { isError: false, text: '', data: {} };
      },
      say: () => undefined,
      work: async () => undefined,
      guarded: async () => undefined,
      loseRelay: async () => undefined,
      cancelled: false,
    };
    await player('hand').receive(message, hands);
    await player('hand').receive(message, hands);
    expect(sent.filter((tool) => tool === 'send_message')).toHaveLength(1);
    expect(letters).toEqual([]);
  });
});

describe('a ritual is not a line of the person', () => {
  const read = (name: string) =>
    readFileSync(new URL(`../../rituals/${name}`, import.meta.url), 'utf8');
  it.each(['en/overlord.md', 'ja/overlord.md', 'en/specialist.md'])('%s', (name) => {
    const player = stage(overlordFormation).player('overlord');
    expect(player.isRitual(read(name), true)).toBe(true);
    expect(player.isRitual('Ship the login page', false)).toBe(false);
    expect(player.isRitual('Ship the login page\nby Friday', true)).toBe(false);
  });

  it('of a few words is known by what is due', () => {
    const play = {
      part: {
        role: 'lead',
        language: 'en' as const,
        mux: 'tmux',
        above: undefined,
        ...placeOf(pair, 'lead'),
      },
      texts: en,
      person: { isRitualDue: () => true, noteSpoken: () => undefined },
    };
    const player = openPlayer(play, { campaign: undefined, tools: () => new Set<string>() });
    expect(player.isRitual('You are lead.', true)).toBe(true);
    expect(player.isRitual('Ship it', false)).toBe(false);
  });
});

it.each(['en', 'ja'] as const)(
  '? says what it is, what to type and how to leave: %s',
  (language) => {
    const { help } = stage(overlordFormation, language).player('overlord');
    for (const word of [
      'overlord',
      'strategist',
      'ovld send overlord',
      'Ctrl-b d',
      'ovld unsummon',
    ])
      expect(help).toContain(word);
  },
);

it.each([
  ['en', 'army.svg', 'Ship the login page'],
  ['ja', 'army.ja.svg', 'ログイン画面を公開せよ'],
] as const)('the picture of a README shows what is played: %s', async (language, file, words) => {
  const svg = readFileSync(new URL(`../../docs/pictures/${file}`, import.meta.url), 'utf8');
  const drawn = svg.replaceAll(/<[^>]*>|\s/g, '');
  const { said, letters, type } = stage(overlordFormation, language);
  await type('overlord', words);
  expect(letters).toHaveLength(10);
  const shown = (line: string): string => line.replaceAll(/[⏺\s]/g, '');
  for (const role of ['overlord', 'strategist', 'inferno']) {
    for (const line of said.get(role) ?? []) expect(drawn, line).toContain(shown(line));
  }
});
