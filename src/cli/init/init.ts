import { join } from 'node:path';
import { languages } from '../../army/formation.ts';
import { PROJECT_DIR } from '../../compose/store.ts';
import { userDirs, type Env } from '../../config/env.ts';
import { listSettings } from '../../config/listing.ts';
import type { Places } from '../../config/places.ts';
import {
  checkFolder,
  groundOf,
  plant,
  replant,
  shippedSaplings,
  type Ground,
  type Sapling,
} from '../../config/plant.ts';
import { loadSettings } from '../../config/settings.ts';
import { configTemplate } from '../../config/template.ts';
import { OvldError } from '../../errors.ts';
import { initTexts, type InitTexts, type Outcome } from '../../i18n/init.ts';
import type { Language } from '../../i18n/texts.ts';
import { displayWidth, padColumns } from '../../kit/width.ts';
import { EXIT } from '../failure.ts';
import { ownFolder } from '../folder.ts';
import { ask, ownTerminal } from '../terminal.ts';

export interface InitFlags {
  user?: boolean;
  force?: boolean;
  yes?: boolean;
  dryRun?: boolean;
  json?: boolean;
}

interface Done {
  path: string;
  outcome: Outcome;
}

/** Makes what ships a person's own. Nothing of theirs is overwritten, unless they say so. */
export async function initCommand(env: Env, language: Language, flags: InitFlags): Promise<number> {
  const texts = initTexts[language];
  const user = flags.user === true;
  const dir = user ? userDirs(env).own() : join(ownFolder(), PROJECT_DIR);
  checkFolder(dir, { mayBeLink: user });
  const saplings = [await ownConfig(language), ...shippedSaplings()];
  const found = saplings.map((one) => ({ ...one, ground: groundOf(dir, one) }));
  const replaces = await agreement(
    flags,
    found.some(({ ground }) => ground === 'differs'),
    texts,
  );

  const done: Done[] = [];
  for (const { ground, ...sapling } of found) {
    const outcome = await settle(dir, sapling, ground, { replaces, dryRun: flags.dryRun === true });
    done.push({ path: sapling.path, outcome });
  }
  const counts = countsOf(done);
  if (flags.json === true) {
    process.stdout.write(
      `${JSON.stringify({ dir, files: done, dry_run: flags.dryRun === true })}\n`,
    );
    return EXIT.done;
  }
  const words = { ...texts.outcomes, ...(flags.dryRun === true && texts.wouldBe) };
  const columns = Math.max(...done.map(({ outcome }) => displayWidth(words[outcome])));
  const lines = done.map(({ path, outcome }) => `${padColumns(words[outcome], columns)}  ${path}`);
  const summary = texts.summary(dir, counts, flags.dryRun === true);
  process.stdout.write(`${[...lines, '', summary].join('\n')}\n`);
  return EXIT.done;
}

const NOWHERE: Places = { folder: '/dev/null', user: undefined };

/** As everything is where nobody said anything, in this person's language. */
async function ownConfig(language: Language): Promise<Sapling> {
  const inLanguage = async (one: Language): Promise<string> => {
    const usual = await loadSettings({}, { LANG: one }, NOWHERE);
    return configTemplate(listSettings(usual, NOWHERE), initTexts[one].template);
  };
  const others = await Promise.all(languages.map(inLanguage));
  return { path: 'config.yaml', text: await inLanguage(language), others };
}

type Replaces = (path: string) => Promise<boolean>;

async function agreement(
  { force = false, yes = false, dryRun = false }: InitFlags,
  differs: boolean,
  texts: InitTexts,
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
  sapling: Sapling,
  ground: Ground,
  { replaces, dryRun }: { replaces: Replaces; dryRun: boolean },
): Promise<Outcome> {
  if (ground === 'free') return dryRun || (await plant(dir, sapling)) ? 'written' : 'kept';
  if (ground !== 'differs') return ground;
  if (!(await replaces(sapling.path))) return 'kept';
  if (!dryRun) await replant(dir, sapling);
  return 'replaced';
}

function countsOf(done: readonly Done[]): Record<Outcome, number> {
  const counts = { written: 0, replaced: 0, same: 0, kept: 0, link: 0, blocked: 0 };
  for (const { outcome } of done) counts[outcome] += 1;
  return counts;
}
