import { commandsIn, fencesOf, inlineCodeOf, pageText } from './markdown.ts';

export const READMES = ['README.md', 'README.ja.md'] as const;
export type Readme = (typeof READMES)[number];

/**
 * Where a line is typed: in a clone or a fresh project (test/docs/readme.test.ts), in an army or a bastion that
 * lives (test/e2e/readme.test.ts).
 */
export const PLACES = ['clone', 'project', 'army', 'bastion'] as const;
export type Place = (typeof PLACES)[number];

/** The lines of the shell blocks that are marked for a place, block by block. */
export const blocksOf = (page: Readme, ...places: readonly Place[]): string[][] =>
  fencesOf(pageText(page))
    .filter(({ mark }) => places.some((place) => place === mark))
    .map((block) => commandsIn(block));

/** What is to be typed and stands in a sentence, unless a shell block has it too. */
export function inlineLinesOf(page: Readme, place: Place): string[] {
  const known = new Set(blocksOf(page, ...PLACES).flat());
  const lines = inlineCodeOf(pageText(page)).filter((code) => /^(?:ovld|npm) /.test(code));
  return [...new Set(lines)].filter((line) => !known.has(line) && placeOf(line) === place);
}

const NEEDS_NO_ARMY =
  /^ovld (?:summon .*--dry-run|init|config|doctor|history|board|task|knowledge|demo|completion)/;

function placeOf(line: string): Place {
  if (line.startsWith('npm ')) return 'clone';
  return NEEDS_NO_ARMY.test(line) ? 'project' : 'army';
}

/** An option with its value that stands in a sentence: `--formation pair`. */
export const inlineOptionsOf = (page: Readme): string[] => [
  ...new Set(inlineCodeOf(pageText(page)).filter((code) => /^--\S+ \S+$/.test(code))),
];
