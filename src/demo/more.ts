import type { DemoProgram, DemoTexts } from '../i18n/demo.ts';
import { columnsOf, padColumns } from '../terminal/columns.ts';
import { SMALLEST } from './formation.ts';
import type { Paint } from '../kit/paint.ts';

const PROGRAMS: readonly DemoProgram[] = ['zellij', 'tmux', 'claude'];

/** How a program is got here, by the first package manager there is; the last one needs none. */
const WAYS: Readonly<Record<DemoProgram, readonly (readonly [manager: string, way: string])[]>> = {
  zellij: [
    ['brew', 'brew install zellij'],
    ['pacman', 'sudo pacman -S zellij'],
    ['apk', 'sudo apk add zellij'],
    ['zypper', 'sudo zypper install zellij'],
    ['cargo', 'cargo install --locked zellij'],
    ['', 'https://zellij.dev/documentation/installation'],
  ],
  tmux: [
    ['brew', 'brew install tmux'],
    ['apt-get', 'sudo apt-get install tmux'],
    ['dnf', 'sudo dnf install tmux'],
    ['pacman', 'sudo pacman -S tmux'],
    ['apk', 'sudo apk add tmux'],
    ['zypper', 'sudo zypper install tmux'],
    ['', 'https://github.com/tmux/tmux/wiki/Installing'],
  ],
  claude: [['', 'npm install -g @anthropic-ai/claude-code']],
};

export interface Machine {
  installed: (program: string) => Promise<boolean>;
  /** What to type to run ovld. */
  ovld: string;
}

/** What is missing here and how to get it, a line each; and what to try next. */
export async function moreLines(
  { installed, ovld }: Machine,
  { more }: DemoTexts,
  paint: Paint,
): Promise<string[]> {
  const inPanes = (await installed('zellij')) || (await installed('tmux'));
  const missing: string[] = [];
  for (const program of PROGRAMS) {
    // Either of the two gives panes.
    if ((inPanes && program !== 'claude') || (await installed(program))) continue;
    const way = await wayTo(program, installed);
    missing.push(`  ${padColumns(program, 8)}${way}  ${paint('dim', `# ${more.gives[program]}`)}`);
  }
  // Only what works on this machine, as it is.
  const next: (readonly [typed: string, does: string])[] = inPanes
    ? [
        ...((await installed('claude')) ? [[`${ovld} summon`, more.summon] as const] : []),
        [`${ovld} summon --agent mock`, more.withMocks],
      ]
    : [[`${ovld} doctor`, more.doctor]];
  const columns = Math.max(...next.map(([typed]) => typed.length));
  return [
    ...(missing.length > 0 ? ['', more.heading, ...missing] : []),
    '',
    inPanes ? more.next : more.firstOfAll,
    ...next.flatMap(([typed, does]) => beside(`  ${typed.padEnd(columns)}`, `# ${does}`, paint)),
  ];
}

/** What a command does, beside it; below it where the path of a clone leaves no place. */
const beside = (typed: string, does: string, paint: Paint): string[] =>
  columnsOf(typed) + 2 + columnsOf(does) <= SMALLEST.columns
    ? [`${typed}  ${paint('dim', does)}`]
    : [typed.trimEnd(), `    ${paint('dim', does)}`];

async function wayTo(program: DemoProgram, installed: Machine['installed']): Promise<string> {
  for (const [manager, way] of WAYS[program]) {
    if (manager === '' || (await installed(manager))) return way;
  }
  return '';
}
