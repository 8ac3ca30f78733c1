import { listChosen } from '../../army/chosen.ts';
import { rolesOf, type Formation } from '../../army/formation.ts';
import type { Role } from '../../army/role.ts';
import { injectRituals } from '../../compose/inject.ts';
import { resumeWork } from '../../compose/resume-work.ts';
import type { Approvable } from '../../config/approvals.ts';
import { findRituals } from '../../config/rituals.ts';
import { armyTexts } from '../../i18n/army.ts';
import { restart as en } from '../../i18n/en/restart.ts';
import { explain } from '../../i18n/explain.ts';
import { restart as ja } from '../../i18n/ja/restart.ts';
import { isFine } from '../../summon/inject.ts';
import { assertRole } from '../../summon/holds.ts';
import { assertLive, openRecord } from '../../summon/open-army.ts';
import { pathOf } from '../../summon/outfit-role.ts';
import { planRestart, restart } from '../../summon/restart.ts';
import { describeCut } from '../output/cut-short.ts';
import { describePlan } from '../output/dry-run.ts';
import { EXIT } from '../output/failure.ts';
import { print, printJson } from '../output/print.ts';
import { progressLines } from '../output/progress.ts';
import { defineCommand } from '../parse/define-command.ts';
import { shared } from '../parse/shared-options.ts';
import { flag, several } from '../parse/values.ts';
import { chooseArmy } from '../terminal/choose-army.ts';
import { isApproved, requireApproval } from '../terminal/ask-approval.ts';
import { injectBehind } from '../terminal/inject-behind.ts';
import { ownArgv, placesOf } from '../terminal/own-process.ts';
import { abortOnSignals } from '../terminal/signals.ts';

/** Puts a fresh agent into the seat of each named role, one after the other, with its ritual. */
export const command = defineCommand({
  group: 'army',
  place: 5,
  texts: { en, ja },
  args: { role: several('role') },
  options: { resume: flag, session: shared.session, dryRun: shared.dryRun, json: shared.json },
  examples: { one: 'ovld restart storm', planned: 'ovld restart storm --resume --dry-run' },
  async run(given, { env, language, texts }) {
    const { resume = false, json = false } = given;
    const { parts, record } = await chooseArmy({ env }, given.session);
    const places = placesOf(env);
    const army = await openRecord(parts, record);
    const { mux, store, formation } = army;
    const { session: name } = record;
    assertLive(army);
    const chosen = [...new Set(given.role)];
    for (const role of chosen) assertRole(rolesOf(formation), role);
    // Read before anything is touched: a missing one is known while all agents still run.
    const seats = formation.roles.filter(({ role }) => chosen.includes(role));
    const rituals =
      formation.ritual_delivery === 'none'
        ? new Map<string, string>()
        : await findRituals(seats, formation.language, { ...places, folder: record.folder });
    const orderFor = (role: string) => ({ role, ovld: ownArgv(), rituals, resume });
    const approved = approvedIn(formation, record.folder);
    if (given.dryRun) {
      const plans = [];
      for (const role of chosen) plans.push(await planRestart(parts, army, orderFor(role)));
      const files = plans.flatMap(({ outfit }) => outfit.files);
      const plan = {
        session: name,
        files: files.map((file) => ({ path: pathOf(store, file), text: file.text })),
        commands: plans.flatMap(({ seat }) => mux.reseatCommands(seat)),
        heading: armyTexts[language].dryFiles,
        ...(approved && !(await isApproved(env, approved)) && { unapproved: approved }),
      };
      process.stdout.write(describePlan(plan, language, json));
      return EXIT.done;
    }

    await requireApproval(approved, { env, language, canAsk: !json });
    // Run in one of the army's own panes, this process may be hung up on: it has work to do.
    process.on('SIGHUP', () => undefined);
    let ending: Pick<AbortController, 'signal'> | undefined;
    /** Before the first agent is ended, a signal ends this process; from then on it finishes the step it is at. */
    const heedSignals = (): AbortSignal =>
      (ending ??= abortOnSignals(['SIGINT', 'SIGTERM'])).signal;
    const done = [];
    const toType: Role[] = [];
    for (const role of chosen) {
      const came = await restart(parts, army, orderFor(role), () => heedSignals().aborted);
      if (came === undefined) break;
      const { typed, ...restarted } = came;
      if (typed !== undefined) toType.push(role);
      if (!json) {
        const { unread, ended, busy, pane, conversation } = restarted;
        for (const program of unread) print(armyTexts[language].versionUnread(program));
        if (ended.length > 0) print(texts.endedAgent(role, ended, busy));
        print(texts.reseated(role, pane, conversation));
      }
      // The agent runs already: what is wrong with the documents must not keep its ritual from it.
      await resumeWork(store, formation, role).catch((error: unknown) => {
        process.stderr.write(`${explain(error, language).what}\n`);
      });
      const outcomes = await injectRituals({
        processes: parts.processes,
        relayDir: record.relayDir,
        store,
        mux,
        formation,
        roles: [role],
        rituals: new Map(typed === undefined ? [] : [[role, typed]]),
        // Its lines follow those of the role before, and do not redraw them.
        tell: json ? () => undefined : progressLines(env, language, chosen),
        leaveQuestions: true,
        signal: heedSignals(),
      });
      const waits = outcomes.get(role) === 'waits_for_person' && typed !== undefined;
      // For an answer that others start after, the process that was left by the summons still waits.
      if (waits && !heedSignals().aborted && !(await store.starts.listPostponed()).has(role)) {
        injectBehind(env, record, [role]);
      }
      done.push({ ...restarted, welcome: outcomes.get(role) ?? 'not_ready' });
      if (heedSignals().aborted) break;
    }
    if (json) printJson({ session: name, restarted: done });
    else if (heedSignals().aborted) {
      print(await describeCut(army, language, toType));
      const left = chosen.slice(done.length);
      if (left.length > 0) print(texts.notRestarted(left));
    }
    if (heedSignals().aborted) return EXIT.interrupted;
    return done.every(({ welcome }) => isFine(welcome)) ? EXIT.done : EXIT.failed;
  },
});

/** What was approved when the army was summoned; that may have been taken back since. */
function approvedIn(formation: Formation, folder: string): Approvable | undefined {
  const { approved: digest, name } = formation;
  if (digest === undefined) return undefined;
  return { folder, formation: name, chosen: listChosen(formation), digest };
}
