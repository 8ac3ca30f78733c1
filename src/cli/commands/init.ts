import { join } from 'node:path';
import { languages } from '../../army/formation.ts';
import { userDirs } from '../../config/env.ts';
import { listSettings } from '../../config/list-settings.ts';
import { PROJECT_DIR, type Places } from '../../config/places.ts';
import {
  assertFolder,
  inspectTarget,
  writeInitFile,
  replaceInitFile,
  listShippedFiles,
  type TargetState,
  type InitFile,
} from '../../config/init-files.ts';
import { loadSettings } from '../../config/settings.ts';
import { configTemplate } from '../../config/template.ts';
import { OvldError } from '../../errors.ts';
import { init as en, type Outcome } from '../../i18n/en/init.ts';
import { init as ja } from '../../i18n/ja/init.ts';
import type { Language } from '../../i18n/texts.ts';
import { alignColumns } from '../../terminal/columns.ts';
import { printEither } from '../output/print.ts';
import { defineCommand, type Given } from '../parse/define-command.ts';
import { shared } from '../parse/shared-options.ts';
import { flag } from '../parse/values.ts';
import { ownFolder } from '../terminal/own-process.ts';
import { ask, ownTerminal } from '../terminal/terminal.ts';

const allTexts = { en, ja };
const options = { user: flag, force: flag, yes: flag, dryRun: flag, json: shared.json };
type Flags = Given<typeof options>;

interface Done {
  path: string;
  outcome: Outcome;
}

/** Makes what ships a person's own. Nothing of theirs is overwritten, unless they say so. */
export const command = defineCommand({
  group: 'machine',
  place: 2,
  texts: allTexts,
  options,
  examples: {
    project: 'ovld init',
    user: 'ovld init --user',
    dryRun: 'ovld init --dry-run',
    force: 'ovld init --force --yes',
  },
  async run(given, { env, language, texts }) {
    const { user = false, dryRun = false } = given;
    const dir = user ? userDirs(env).own() : join(ownFolder(), PROJECT_DIR);
    assertFolder(dir, { mayBeLink: user });
    const files = [await ownConfig(language), ...listShippedFiles()];
    const found = files.map((one) => ({ ...one, state: inspectTarget(dir, one) }));
    const differs = found.some(({ state }) => state === 'differs');
    const replaces = await agreement(given, differs, texts);
    const done: Done[] = [];
    for (const { state, ...file } of found) {
      const outcome = await settle(dir, file, state, { replaces, dryRun });
      done.push({ path: file.path, outcome });
    }
    const words = { ...texts.outcomes, ...(dryRun && texts.wouldBe) };
    const lines = alignColumns(done.map(({ path, outcome }) => [words[outcome], path]));
    const summary = texts.summary(dir, countsOf(done), dryRun);
    const next = dryRun ? initLine(given) : 'ovld summon --formation pair';
    printEither(given.json, { dir, files: done, dry_run: dryRun, next }, [
      ...lines,
      '',
      summary,
      dryRun ? texts.nextToWrite(next) : texts.next(next),
    ]);
  },
});

/** The same without `--dry-run`. */
const initLine = ({ user, force }: Flags): string =>
  ['ovld init', ...(user ? ['--user'] : []), ...(force ? ['--force'] : [])].join(' ');

const NOWHERE: Places = { folder: '/dev/null', user: undefined };

/** All settings at their defaults, in this person's language. */
async function ownConfig(language: Language): Promise<InitFile> {
  const inLanguage = async (one: Language): Promise<string> => {
    const usual = await loadSettings({}, { LANG: one }, NOWHERE);
    return configTemplate(listSettings(usual, NOWHERE), allTexts[one].template);
  };
  const others = await Promise.all(languages.map(inLanguage));
  return { path: 'config.yaml', text: await inLanguage(language), others };
}

type Replaces = (path: string) => Promise<boolean>;

async function agreement(
  { force = false, yes = false, dryRun = false }: Flags,
  differs: boolean,
  texts: typeof en,
): Promise<Replaces> {
  if (!force || !differs) return async () => false;
  if (yes || dryRun) return async () => true;
  if (ownTerminal() === undefined) throw new OvldError('usage', { message: texts.needsYes });
  let all = false;
  return async (path) => {
    const answer = all ? 'y' : (await ask(texts.replace(path))).toLowerCase();
    if (answer === 'a') all = true;
    return all || /^(?:y|yes|はい)$/.test(answer);
  };
}

async function settle(
  dir: string,
  file: InitFile,
  state: TargetState,
  { replaces, dryRun }: { replaces: Replaces; dryRun: boolean },
): Promise<Outcome> {
  if (state === 'free') return dryRun || (await writeInitFile(dir, file)) ? 'written' : 'kept';
  if (state !== 'differs') return state;
  if (!(await replaces(file.path))) return 'kept';
  if (!dryRun) await replaceInitFile(dir, file);
  return 'replaced';
}

function countsOf(done: readonly Done[]): Record<Outcome, number> {
  const counts = { written: 0, replaced: 0, same: 0, kept: 0, link: 0, blocked: 0 };
  for (const { outcome } of done) counts[outcome] += 1;
  return counts;
}
