// Real Claude Code with a scripted model: from the store to the request that carries the wake, each
// figure against the same thing done by hand, in turn, in the same army. No account, no network.
import fs from 'node:fs';
import { missingFor, openClaudeWorld, partsOfTests, typeByHand } from './claude-world.mjs';
import { quantile, wait } from './lib.mjs';
import { ROLES, until } from './world.mjs';

const MUXES = ['zellij', 'tmux'];
const SAMPLES = Number(process.env.OVLD_BENCH_SAMPLES ?? 40);
const ROUNDS = Math.ceil(SAMPLES / 4);
const WARM = 3;
/** The default of `pauses.enter`. */
const ENTER_MS = 200;
const [OVERLORD, STRATEGIST] = ROLES;

/** What every run of this process has sent, and what became of it. */
const whole = { sent: 0, fetched: 0, lost: 0, duplicated: 0 };

/** Rows for each multiplexer; where something is not installed they say so. */
const onEach =
  (titles, measure, muxes = MUXES) =>
  async () => {
    const rows = [];
    for (const mux of muxes) {
      const missing = await missingFor(mux);
      const found = missing ? titles.map(() => ({ missing })) : await measure(mux);
      rows.push(
        ...found.map((row, i) => ({ name: `${titles[i]} (${mux})`, claude: true, ...row })),
      );
    }
    return rows;
  };

async function inArmy(mux, options, work) {
  const world = await openClaudeWorld(mux, options);
  try {
    const result = await work(world);
    const { sent, fetched, lost, duplicated } = world.counts();
    whole.sent += sent;
    whole.fetched += fetched;
    whole.lost += lost.length;
    whole.duplicated += duplicated.length;
    return result;
  } finally {
    await world.close();
  }
}

const spreadOf = (times) => [0.5, 0.95, 1].map((q) => Math.round(quantile(times, q)));

function against(hand, ours, limit) {
  const [floor, own] = [hand, ours].map((times) => quantile(times, 0.95));
  return {
    floor,
    ours: own,
    limit,
    spread: { ours: spreadOf(ours), floor: spreadOf(hand), n: ours.length },
  };
}

const lastRequest = ({ model }) => model.entries().length;
const nudge = (mark) => `[MESSAGE from storm] You have mail: call check_inbox. (#${mark})`;

/** By hand, by socket or keys, into all of these roles at once. */
async function byHand(world, ways, mark) {
  const n = lastRequest(world);
  const startedAt = performance.now();
  await Promise.all(ways.map(({ give }, i) => give(nudge(`${mark}.${i}`))));
  const took = [];
  for (const { role } of ways) took.push((await world.told(role, n)).at - startedAt);
  await world.rests(...ways.map(({ role }) => role));
  return took;
}

/** One message to each of them at once, stored by this process. */
async function byOvld(world, ways) {
  const n = lastRequest(world);
  const sender = ({ role }) => (role === OVERLORD ? STRATEGIST : OVERLORD);
  const letters = await Promise.all(ways.map((way) => world.send(sender(way), way.role)));
  const took = [];
  for (const [i, { role }] of ways.entries()) {
    took.push((await world.told(role, n)).at - letters[i].startedAt);
    await until(() => world.model.fetched(role).get(letters[i].id), `${role} to have its mail`);
  }
  await world.rests(...ways.map(({ role }) => role));
  return took;
}

/** In turn, so that what the machine does beside them meets both. */
async function inTurn(world, ways, count) {
  const [hand, ours] = [[], []];
  for (let i = 0; i < count + WARM; i += 1) {
    const first = i % 2 === 0;
    if (first) hand.push(await byHand(world, ways, `hand${i}`));
    ours.push(await byOvld(world, ways));
    if (!first) hand.push(await byHand(world, ways, `hand${i}`));
  }
  return [hand, ours].map((all) => all.slice(WARM).flat());
}

const titles = (how) => [
  `store → model request with the wake, idle, by ${how}, against the same by hand, p95`,
  `store → model request with the wake, by ${how}, six at once, p95`,
];

async function oneAndSix(world, way) {
  await world.rests(...ROLES);
  const ways = [];
  for (const role of ROLES) ways.push({ role, give: await way(role) });
  const one = ways.filter(({ role }) => role === STRATEGIST);
  return [
    against(...(await inTurn(world, one, SAMPLES)), 2),
    against(...(await inTurn(world, ways, ROUNDS)), 1.5),
  ];
}

export const claudeWakes = onEach(titles('socket'), (mux) =>
  inArmy(mux, {}, async (world) => {
    await world.summon('--no-rituals');
    const claudes = world.claudes();
    return oneAndSix(world, async (role) => (text) => world.post(claudes.get(role), text));
  }),
);

export const claudeTyped = onEach(titles('keystroke'), (mux) =>
  inArmy(mux, { socket: false }, async (world) => {
    await world.summon('--no-rituals');
    return oneAndSix(world, async (role) => {
      const pane = await world.paneOf(role);
      return (text) => typeByHand(world, pane, text, ENTER_MS);
    });
  }),
);

const TOOL_MS = 700;
/** Mail comes while the tool runs, and not in its last moments. */
const MAIL_WITHIN_MS = 400;
const MAILS = 24;

/** A turn of tools without end, until `toil.over`; mail is read as soon as it is told of. */
async function toiling(role) {
  const { bash, call, isWoken, relayCall } = await partsOfTests();
  const toil = { over: false };
  const rule = (request) => {
    if (!request.isMain || request.role !== role || toil.over) return undefined;
    if (isWoken(request)) return call([relayCall('check_inbox')]);
    return call([bash(`sleep ${TOOL_MS / 1000}`)]);
  };
  return { toil, rule };
}

/** A turn whose tool runs now. */
const isWorking = ({ reply, answeredAt }) =>
  answeredAt !== undefined && reply.calls?.some(({ tool }) => tool === 'Bash');

export const claudeBusy = onEach(
  ['busy in tools: told of mail with the very next request'],
  async (mux) => {
    const { toil, rule } = await toiling(STRATEGIST);
    return inArmy(mux, { rules: [rule], roles: [OVERLORD, STRATEGIST] }, async (world) => {
      const { model } = world;
      await world.summon('--no-rituals');
      await world.post(world.claudes().get(STRATEGIST), 'toil on');
      let [hit, of, seen] = [0, 0, 0];
      while (of < MAILS) {
        const entry = await until(() => {
          const last = model.entries(STRATEGIST).at(-1);
          return last && last.request.n > seen && isWorking(last) ? last : undefined;
        }, 'a tool to run');
        await wait(Math.random() * MAIL_WITHIN_MS);
        const { id, storedAt } = await world.send(OVERLORD, STRATEGIST);
        const next = await until(
          () => model.requests(STRATEGIST).find(({ n }) => n > entry.request.n),
          'the tool to end',
        );
        seen = next.n;
        // Stored too late on a machine with much to do: it says nothing.
        if (storedAt < entry.answeredAt + MAIL_WITHIN_MS + 100) {
          of += 1;
          if (next.nudges.length > 0) hit += 1;
        }
        await until(() => model.fetched(STRATEGIST).get(id), 'the mail');
      }
      toil.over = true;
      await world.rests(STRATEGIST);
      return [{ hit, of }];
    });
  },
);

const BLOCK = 25;
/** In each of three armies: a seat may be slower than another, so each is every kind once. */
const BLOCKS = 4;

/** Turns of so many tool calls each; the time between an answer and the request with its result. */
async function toolLoops(world, roles) {
  const took = new Map(roles.map((role) => [role, []]));
  const claudes = world.claudes();
  for (let block = 0; block <= BLOCKS; block += 1) {
    // Each is first as often as the others.
    const order = roles.map((_, i) => roles[(i + block) % roles.length]);
    for (const role of order) {
      const n = lastRequest(world);
      await world.post(claudes.get(role), `begin block ${block}`);
      const entries = await until(() => {
        const own = world.model.entries(role).filter(({ request }) => request.n > n);
        return own.at(-1)?.reply.say === 'Done.' && own.at(-1).answeredAt ? own : undefined;
      }, `block ${block} of ${role}`);
      const times = entries.slice(1).map(({ request }, i) => request.at - entries[i].answeredAt);
      if (block > 0) took.get(role).push(...times);
      await world.rests(role);
    }
  }
  return roles.map((role) => took.get(role));
}

export const claudeHooks = onEach(
  [
    'hook cost per tool call, above the same settings without hooks, p50 (ms)',
    'hook cost per tool call, above the same settings without hooks, p95 (ms)',
    'control: without hooks against without hooks, p50 (ms)',
    'control: without hooks against without hooks, p95 (ms)',
  ],
  async (mux) => {
    const { call, relayCall, say } = await partsOfTests();
    const steps = new Map();
    const works = ({ isMain, role, lastUserText, toolResults }) => {
      if (!isMain) return undefined;
      if (toolResults.length === 0 && lastUserText.includes('begin block')) steps.set(role, 0);
      const done = steps.get(role) ?? BLOCK;
      steps.set(role, done + 1);
      return done < BLOCK
        ? call([relayCall('update_status', { status: 'working' })])
        : say('Done.');
    };
    const seats = [OVERLORD, STRATEGIST, 'storm'];
    const [ours, without, again] = [[], [], []];
    for (let turn = 0; turn < seats.length; turn += 1) {
      const roles = seats.map((_, i) => seats[(i + turn) % seats.length]);
      const [hooked, ...bare] = roles;
      await inArmy(mux, { rules: [works], roles: seats, bare }, async (world) => {
        await world.summon('--no-rituals');
        const found = await toolLoops(world, roles);
        [ours, without, again].forEach((times, i) => times.push(...found[i]));
        const heard = roles.filter((role) => world.stateOf(role) !== undefined);
        if (heard.join(' ') !== hooked) throw new Error(`hooks have run for: ${heard.join(', ')}`);
      });
    }
    const row = (times, q, more) => ({
      ours: quantile(times, q),
      floor: quantile(without, q),
      spread: { ours: spreadOf(times), floor: spreadOf(without), n: times.length },
      ...more,
    });
    return [
      row(ours, 0.5, { difference: 5 }),
      row(ours, 0.95, { difference: 5 }),
      row(again, 0.5, { difference: null }),
      row(again, 0.95, { difference: null }),
    ];
  },
  ['tmux'],
);

const nsOf = (pid) =>
  fs
    .readdirSync(`/proc/${pid}/task`)
    .map((tid) =>
      Number(fs.readFileSync(`/proc/${pid}/task/${tid}/schedstat`, 'utf8').split(' ')[0]),
    )
    .reduce((sum, ns) => sum + ns, 0);

export const claudeIdle = onEach(
  [
    'requests of any kind at the model in 60 s of an idle army of six, after its rituals',
    'CPU of its six relays in those 60 s, each (ms)',
  ],
  (mux) =>
    inArmy(mux, {}, async (world) => {
      await world.summon();
      await until(
        () => ROLES.every((role) => world.model.requests(role).length > 0) || undefined,
        'six rituals',
      );
      await world.rests(...ROLES);
      // V8 tidies up after the start for some twenty seconds; idle is what comes then.
      await wait(25_000);
      const asked = () => world.model.entries().length + world.model.others().length;
      const relays = world.relays().map(({ pid }) => pid);
      const cpu = () => relays.map(nsOf).reduce((sum, ns) => sum + ns, 0) / 1e6;
      const before = { asked: asked(), cpu: cpu() };
      await wait(60_000);
      return [
        { ours: asked() - before.asked, below: 0 },
        { ours: (cpu() - before.cpu) / relays.length, below: 10 },
      ];
    }),
);

/** Last: of all that the others have sent. */
export async function claudeCounts() {
  const row = { name: 'messages in all of these runs', claude: true };
  return whole.sent === 0 ? { ...row, missing: 'run before it' } : { ...row, tally: whole };
}
