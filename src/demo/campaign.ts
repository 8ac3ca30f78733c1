import type { Role } from '../army/role.ts';
import type { DemoTexts } from '../i18n/texts.ts';
import type { Agent, Mind, Read } from './agent.ts';
import { tally } from './figures.ts';
import type { Narrator } from './narrator.ts';

/** Who is sent out first, with which task, and what comes back. */
const TASKS = {
  inferno: { task: 'build', report: 'built' },
  glacier: { task: 'harden', report: 'hardened' },
  shadow: { task: 'test', report: 'tested' },
} as const;

type Scout = keyof typeof TASKS;
const scouts = Object.keys(TASKS) as Scout[];

export interface Campaign {
  minds: Readonly<Record<Role, Mind>>;
  /** From the first order to the last reading. */
  run: () => Promise<void>;
}

interface Staging {
  texts: DemoTexts;
  narrator: Narrator;
  agent: (role: Role) => Agent;
}

/**
 * The script. Each role knows only what it reads: the story goes on because messages arrive, and
 * stands still if one does not.
 */
export function stageCampaign({ texts, narrator, agent }: Staging): Campaign {
  const { letters, told, scenes } = texts;
  const { tell, scene } = narrator;
  const over = latch(2);
  const reports = new Set<Role>();
  const stoodDown = new Set<Role>();

  async function send(from: Role, to: Role, name: keyof DemoTexts['letters'], urgent = false) {
    const letter = letters[name];
    await agent(from).send(to, { ...letter, ...(urgent && { priority: 'urgent' }) });
    narrator.sent(from, to, told.letter(letter.subject, urgent));
  }

  async function standDown(role: Role, { subject }: Read): Promise<void> {
    await agent(role).declare('done', subject);
    stoodDown.add(role);
    if (stoodDown.size < scouts.length + 1) return;
    tell(told.roles(stoodDown.size), told.stoodDown);
    over.count();
  }

  const isNews = ({ subject }: Read): boolean => subject === letters.news.subject;

  const scout =
    (role: Scout): Mind =>
    async (message) => {
      if (isNews(message)) return standDown(role, message);
      await agent(role).declare('working', message.subject);
      const report = letters[TASKS[role].report];
      await agent(role).send('strategist', report);
      tell(role, told.reported(report.subject));
    };

  const minds: Record<Role, Mind> = {
    async overlord({ subject }) {
      if (subject !== letters.shipped.subject) return;
      tell('overlord', told.read(subject));
      over.count();
    },

    async strategist({ from, subject }) {
      if (from === 'overlord') {
        await agent('strategist').declare('working', subject);
        tell('strategist', told.took(subject));
        await scene(scenes.tasks);
        for (const role of scouts) await send('strategist', role, TASKS[role].task);
      } else if (from === 'storm') {
        tell('strategist', told.read(subject));
        await scene(scenes.news);
        const others = await agent('strategist').broadcast(letters.news);
        narrator.sent('strategist', told.roles(others), told.letter(letters.news.subject, false));
        await send('strategist', 'overlord', 'shipped');
        await agent('strategist').declare('done', letters.shipped.subject);
      } else {
        await agent('strategist').declare('working', subject);
        reports.add(from);
        if (reports.size < scouts.length) return;
        tell('strategist', told.gathered(reports.size));
        await scene(scenes.promise);
        await send('strategist', 'storm', 'deploy', true);
      }
    },

    inferno: scout('inferno'),
    glacier: scout('glacier'),
    shadow: scout('shadow'),

    /** The first time it reads its order its relay dies, before any sign of life acknowledged it. */
    async storm(message) {
      if (isNews(message)) return standDown('storm', message);
      const { subject, redelivered } = message;
      const storm = agent('storm');
      if (redelivered === 0) {
        tell('storm', told.read(subject));
        tell('storm', told.killed(await storm.loseRelay()), 'red');
        tell('storm', told.restarted(await storm.newRelay()));
        return;
      }
      tell('storm', told.readAgain(subject, redelivered), 'green');
      await storm.declare('working', subject);
      await send('storm', 'strategist', 'deployed');
    },
  };

  return {
    minds,
    async run() {
      await scene(scenes.order);
      await send('overlord', 'strategist', 'order');
      await over.reached;
      const statuses = await agent('overlord').statuses();
      const unread = statuses.reduce((sum, { observed }) => sum + observed.unread, 0);
      const counts = Object.entries(tally(statuses.map(({ status }) => status).toSorted()));
      tell('overlord', told.statuses(counts.map(([word, n]) => `${word} ${n}`).join(', '), unread));
    },
  };
}

/** Reached when it was counted often enough. */
function latch(times: number): { count(): void; reached: Promise<void> } {
  let left = times;
  let open: () => void;
  const reached = new Promise<void>((resolve) => (open = resolve));
  return {
    reached,
    count() {
      left -= 1;
      if (left === 0) open();
    },
  };
}
