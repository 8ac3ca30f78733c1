import { parseAgentWish } from '../../army/agent-wish.ts';
import { MOST_COPIES } from '../../army/copies.ts';
import { programName } from '../../army/custom-agent.ts';
import {
  agentChoiceOf,
  agentKinds,
  muxKinds,
  permissionModes,
  rolesOf,
  storeKinds,
  toolsetKinds,
} from '../../army/formation.ts';
import type { Role } from '../../army/role.ts';
import { composeArmy } from '../../compose/army.ts';
import { injectRituals } from '../../compose/inject.ts';
import { resumeWork } from '../../compose/resume-work.ts';
import { readSummonOrder } from '../../config/summon-order.ts';
import { OvldError } from '../../errors.ts';
import { armyTexts } from '../../i18n/army.ts';
import { summon as en } from '../../i18n/en/summon.ts';
import { explain } from '../../i18n/explain.ts';
import { summon as ja } from '../../i18n/ja/summon.ts';
import { chooseSession } from '../../summon/choose-session.ts';
import { findArmiesAround } from '../../summon/find-army.ts';
import { openRecord, type OpenArmy } from '../../summon/open-army.ts';
import { dismissCurrent } from '../../summon/dismiss.ts';
import { isFine, isLeft, type RitualOutcome } from '../../summon/inject.ts';
import type { ArmyParts, Progress } from '../../summon/parts.ts';
import { awaitLife, begin, muster, type Begun, type Muster } from '../../summon/summon.ts';
import { describeCut } from '../output/cut-short.ts';
import { describeSummon } from '../output/dry-run.ts';
import { EXIT } from '../output/failure.ts';
import { print, printJson } from '../output/print.ts';
import { progressLines } from '../output/progress.ts';
import { defineCommand, type CommandContext } from '../parse/define-command.ts';
import { sessionName, share, shared } from '../parse/shared-options.ts';
import { filled, flag, negated, oneOf, someOf, text, wholeNumber } from '../parse/values.ts';
import { isApproved, requireApproval } from '../terminal/ask-approval.ts';
import { enterSession, type Visitor } from '../terminal/enter-session.ts';
import { injectBehind } from '../terminal/inject-behind.ts';
import { ownArgv, ownWish, placesOf, typedLine } from '../terminal/own-process.ts';
import { abortOnSignals } from '../terminal/signals.ts';
import { ask, ownTerminal } from '../terminal/terminal.ts';

const SOME_TERMINAL = { columns: 200, rows: 50 };

/** Raises this folder's army, or joins it where it is up. */
export const command = defineCommand({
  group: 'army',
  place: 1,
  texts: { en, ja },
  options: {
    formation: shared.formation,
    mux: share('mux', oneOf('program', muxKinds)),
    agent: share('agent', {
      ...oneOf('program', agentKinds),
      read: (given) => (parseAgentWish(given) === undefined ? undefined : given),
    }),
    model: filled(text('name')),
    permissionMode: oneOf('mode', permissionModes),
    specialists: share('specialists', wholeNumber('n', MOST_COPIES)),
    store: share('store', oneOf('kind', storeKinds)),
    toolsets: share('toolsets', someOf('names', toolsetKinds)),
    session: sessionName,
    here: flag,
    rituals: negated,
    detach: flag,
    resume: flag,
    dashboard: flag,
    dryRun: shared.dryRun,
    json: shared.json,
  },
  examples: {
    detached: 'ovld summon --detach',
    planned: 'ovld summon --mux tmux --agent mock --dry-run',
    formation: 'ovld summon --formation bastion --specialists 2 --detach',
  },
  async run(given, context) {
    const { env, language, texts } = context;
    const { json = false, detach = false, dryRun = false } = given;
    const parts = await composeArmy(env);
    const shown = armyTexts[language];
    // A dry run may well go into a file: what would be done at a terminal is asked for all the same.
    const terminal = ownTerminal() ?? (dryRun ? SOME_TERMINAL : undefined);
    // What is wrong with the order comes first: another terminal would not help it.
    const order = await readSummonOrder(parts, given, {
      env,
      places: placesOf(env),
      ovld: ownArgv(),
      terminal,
    });
    // Zellij would panic, and leave session and agents running (Z15).
    if (!detach && terminal === undefined) {
      throw new OvldError('no_terminal', { command: 'ovld summon' });
    }
    const visitor = { parts, env, language };
    const isSecondWanted = given.session !== undefined || given.here === true;
    const { folder, name } = order.formation;
    const other = isSecondWanted ? undefined : await findLiveAround(parts, name);
    if (other !== undefined) {
      const { session, folder: armyFolder } = other.record;
      const canAsk = !detach && !dryRun && !json;
      const question =
        armyFolder === folder ? texts.joinHere(session) : texts.joinAbove(session, armyFolder);
      if (!canAsk || !(await isAccepted(question))) {
        const second = typedLine('--here');
        throw armyFolder === folder
          ? new OvldError('army_here', { session, second })
          : new OvldError('army_above', { session, folder: armyFolder, second });
      }
      print(await enterSession(visitor, other));
      return EXIT.done;
    }
    const { approvable } = order;
    if (dryRun) {
      const plan = await muster(parts, order);
      const isAsked = approvable !== undefined && !(await isApproved(env, approvable));
      const unapproved = isAsked && !plan.running ? approvable : undefined;
      process.stdout.write(describeSummon(plan, order.inside, language, { json, unapproved }));
      return EXIT.done;
    }
    if (approvable !== undefined && !(await isApproved(env, approvable))) {
      // An army that is up is only joined.
      const { running } = await parts.alone(() => chooseSession(parts, order));
      if (!running) await requireApproval(approvable, { env, language, canAsk: !json });
    }
    const say = (line: string): void => {
      if (!json) print(line);
    };
    const { army, visit, signal } = await parts.alone(async () => {
      const mustered = await muster(parts, order);
      if (mustered.running) return { army: mustered };
      // It may have ended since it was looked for.
      await requireApproval(approvable, { env, language, canAsk: false });
      const stopping = sayOnSignal(texts.stopping, detach ? ['SIGINT', 'SIGTERM'] : ['SIGINT']);
      // Until the life of its session is noted, no signal may cut the army off.
      using ending = abortOnSignals(detach ? ['SIGQUIT'] : ['SIGTERM', 'SIGQUIT', 'SIGHUP']);
      // The army does not live in this terminal: its rituals are given also when that is closed.
      if (detach) process.on('SIGHUP', () => undefined);
      const { scratch } = mustered.formation;
      if (scratch !== undefined) say(texts.playsIn(scratch));
      for (const program of mustered.unread) say(shown.versionUnread(program));
      for (const path of mustered.starts.unread) say(shown.trustUnread(path));
      if (mustered.cramped.size > 0) say(texts.cramped(mustered.cramped.size));
      for (const line of mailLines(await begin(parts, mustered, order.resume), texts)) say(line);
      // The army stands: what is wrong with its documents must not take it down.
      const resumed = await resumeWork(mustered.store, mustered.formation).catch(
        (error: unknown) => {
          process.stderr.write(`${explain(error, language).what}\n`);
          return [];
        },
      );
      if (resumed.length > 0) say(texts.workGoesOn(resumed));
      if (stopping.signal.aborted || ending.signal.aborted) await undo(parts, mustered);
      if (detach) return { army: mustered, signal: stopping.silence() };
      return { army: mustered, visit: await moveIn(visitor, mustered) };
    });
    const { session } = army.record;
    if (visit !== undefined) say(await visit.over);
    else if (signal !== undefined) return watchComing(context, json, parts.processes, army, signal);
    else if (!detach) {
      say(texts.joining(session));
      say(await enterSession(visitor, army));
    } else if (json) printJson({ session, mux: army.mux.kind, running: true });
    else say(shown.alreadyUp(session));
    return EXIT.done;
  },
});

/** The army that is up in this folder with another formation, or in one above it, in the same checkout. */
async function findLiveAround(parts: ArmyParts, formation: string): Promise<OpenArmy | undefined> {
  const { folders } = ownWish(undefined);
  for (const record of findArmiesAround(await parts.armies.list(), folders, formation)) {
    const army = await openRecord(parts, record);
    if (army.standing === 'live') return army;
  }
  return undefined;
}

const isAccepted = async (question: string): Promise<boolean> =>
  /^(?:|y|yes|はい)$/i.test(await ask(question));

/** These do not end this process from now on: it finishes the step it is at, and then looks at the signal. */
function sayOnSignal(
  line: string,
  signals: readonly NodeJS.Signals[],
): { signal: AbortSignal; silence: () => AbortSignal } {
  const { signal } = abortOnSignals(signals);
  const say = (): void => void process.stderr.write(`${line}\n`);
  signal.addEventListener('abort', say);
  const silence = (): AbortSignal => {
    signal.removeEventListener('abort', say);
    return signal;
  };
  return { signal, silence };
}

/** Ends what a summons has started; throws in any case. */
async function undo(parts: ArmyParts, army: Muster): Promise<never> {
  const { left } = await dismissCurrent(parts, army);
  const { session } = army.record;
  if (left.length > 0) throw new OvldError('not_ended', { session, pids: left });
  throw new OvldError('interrupted', { at: 'summons' });
}

/** Moves the person in; returns when the session runs, which is long before the person comes back. */
async function moveIn(visitor: Visitor, army: Muster): Promise<{ over: Promise<string> }> {
  const back = new AbortController();
  const over = enterSession(visitor, army, army.plan.terminal, () => back.abort());
  const runs = awaitLife(visitor.parts, army, back.signal).catch(() => false);
  // The caller awaits it later, and is told of a failure then.
  over.catch(() => undefined);
  if ((await runs) && army.typed.size > 0) {
    injectBehind(visitor.env, army.record, army.typed.keys());
  }
  return { over };
}

const mailLines = ({ saved, resumed, conversations, fresh }: Begun, texts: typeof en): string[] => [
  ...(conversations > 0 ? [texts.goOn(conversations)] : []),
  ...(fresh.length > 0 ? [texts.startFresh(fresh)] : []),
  ...(resumed > 0
    ? [texts.resumed(resumed)]
    : saved.path === undefined
      ? []
      : [texts.saved(saved.messages, saved.path)]),
];

const ENDED = new Set<RitualOutcome>(['waits_for_restart', 'pane_dead', 'no_pane']);

/** Without a terminal to give away, the coming of the roles can be shown. */
async function watchComing(
  { env, language, texts }: CommandContext<typeof en>,
  json: boolean,
  processes: ArmyParts['processes'],
  { mux, store, formation, record, typed, resumed }: Muster,
  signal: AbortSignal,
): Promise<number> {
  const roles = rolesOf(formation);
  const { session } = record;
  const show = json ? () => undefined : progressLines(env, language, roles);
  const asked = new Map<Role, Extract<Progress, { step: 'asks' }>['question']>();
  const outcomes = await injectRituals({
    processes,
    relayDir: record.relayDir,
    store,
    mux,
    formation,
    roles,
    rituals: typed,
    tell(progress) {
      show(progress);
      if (progress.step !== 'asks' || progress.question === 'elsewhere') return;
      asked.set(progress.role, progress.question);
    },
    leaveQuestions: true,
    signal,
  });
  const all = [...outcomes.values()];
  const ended = roles.filter((role) => ENDED.has(outcomes.get(role) ?? 'ready'));
  const waiting = roles.filter((role) => outcomes.get(role) === 'waits_for_person');
  const asker = waiting.find((role) => asked.has(role));
  const question = asker && asked.get(asker);
  const late = roles.filter((role) => typed.has(role) && isLeft(outcomes.get(role)));
  if (late.length > 0 && !signal.aborted) injectBehind(env, record, late);
  if (json) {
    const conversations = resumed.size > 0 ? { conversations: resumed.size } : {};
    const asks = question === undefined ? {} : { asks: question };
    const came = Object.fromEntries(outcomes);
    printJson({ session, mux: mux.kind, roles: came, ...asks, ...conversations });
  } else if (signal.aborted) {
    print(await describeCut({ store, record }, language, typed.keys()));
  } else if (ended.length === roles.length && late.length === 0) {
    print(texts.allEnded(session));
  } else {
    const unready = all.filter((one) => isLeft(one) || one === 'not_ready' || ENDED.has(one));
    const ready = roles.length - unready.length;
    if (waiting.length < roles.length) print(texts.up(session, ready, roles.length));
    if (ended.length > 0) print(texts.someEnded(ended));
    if (asker && question) {
      const choice = agentChoiceOf(formation, asker);
      const agent =
        typeof choice === 'string' ? armyTexts[language].agents[choice] : programName(choice);
      print(texts.waits(waiting.length, agent, question));
    }
  }
  if (signal.aborted) return EXIT.interrupted;
  return all.every(isFine) ? EXIT.done : EXIT.failed;
}
