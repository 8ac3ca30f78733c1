import { approvableIn, openApprovals } from '../../config/approvals.ts';
import { userDirs } from '../../config/env.ts';
import { findFormation } from '../../config/formations.ts';
import { loadSettings } from '../../config/settings.ts';
import { OvldError } from '../../errors.ts';
import { approve as en } from '../../i18n/en/approve.ts';
import { approve as ja } from '../../i18n/ja/approve.ts';
import { alignColumns } from '../../terminal/columns.ts';
import { describeChosen, visible } from '../output/chosen-lines.ts';
import { EXIT } from '../output/failure.ts';
import { print, printEither } from '../output/print.ts';
import { defineCommand } from '../parse/define-command.ts';
import { shared } from '../parse/shared-options.ts';
import { flag, optional } from '../parse/values.ts';
import { isAgreed } from '../terminal/ask-approval.ts';
import { placesOf } from '../terminal/own-process.ts';
import { ownTerminal } from '../terminal/terminal.ts';

/** A project's formation may come with a clone: what it has executed is seen and approved by its person first. */
export const command = defineCommand({
  group: 'machine',
  place: 6,
  texts: { en, ja },
  args: { formation: optional('formation') },
  options: { yes: flag, list: flag, forget: flag, json: shared.json },
  examples: {
    see: 'ovld approve',
    unasked: 'ovld approve pair --yes',
    list: 'ovld approve --list',
  },
  async run(given, { env, language, texts }) {
    const { yes = false, list = false, forget = false, json = false } = given;
    if ([yes, list, forget].filter(Boolean).length > 1) {
      throw new OvldError('usage', { message: texts.oneOf });
    }
    const approvals = openApprovals(userDirs(env).approvals());
    if (list) {
      const known = (await approvals.list()).map(({ folder, formation }) => ({
        folder,
        formation,
      }));
      const { columns } = texts;
      const rows = known.map(({ folder, formation }) => [formation, visible(folder)]);
      const table = alignColumns([[columns.formation, columns.folder], ...rows]);
      printEither(json, { approvals: known }, known.length === 0 ? [texts.none] : table);
      return EXIT.done;
    }

    const places = placesOf(env);
    const { folder } = places;
    const name = given.formation ?? (await loadSettings({}, env, places)).formation.value;
    if (forget) {
      const forgotten = await approvals.forget({ folder, formation: name });
      const line = forgotten ? texts.forgotten(name) : texts.unknown(name);
      printEither(json, { formation: name, folder, forgotten }, [line]);
      return EXIT.done;
    }
    const { formation, place } = await findFormation(name, places);
    const wanted = place === 'project' ? approvableIn(formation, folder) : undefined;
    const tell = (approved: boolean, lines: readonly string[]): void => {
      const needed = { needed: wanted !== undefined, chosen: wanted?.chosen ?? [] };
      printEither(json, { formation: name, folder, ...needed, approved }, lines);
    };
    if (wanted === undefined) {
      tell(true, [place === 'project' ? texts.nothing(name) : texts.ownFile(name)]);
      return EXIT.done;
    }
    const shown = describeChosen(wanted, language);
    if (await approvals.isApproved(wanted)) {
      tell(true, [...shown, texts.approvedBefore]);
      return EXIT.done;
    }
    if (!yes && !json) {
      if (ownTerminal() === undefined) throw new OvldError('usage', { message: texts.needsYes });
      for (const line of shown) print(line);
      if (!(await isAgreed(language))) {
        print(texts.notApproved);
        return EXIT.failed;
      }
    }
    const isAnswered = yes || !json;
    if (isAnswered) await approvals.approve(wanted);
    tell(isAnswered, [...(yes ? shown : []), texts.approved(name)]);
    return isAnswered ? EXIT.done : EXIT.failed;
  },
});
