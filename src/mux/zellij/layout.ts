import { inRows } from '../../army/grid.ts';
import { WATCHING, type ArmyLayout, type LayoutPane, type LayoutTab } from '../mux.ts';

/**
 * An army as a Zellij layout, in KDL v1 (Z22). Settings beside `layout` win over the person's own,
 * and only these: an army is not resurrected by Zellij (an EXITED twin would come up in its place,
 * Z17), and nothing pops up over the panes when it starts (Z26).
 */
export function zellijLayout({ tabs }: Pick<ArmyLayout, 'tabs'>): string {
  return `${[
    'session_serialization false',
    'show_startup_tips false',
    'show_release_notes false',
    'layout {',
    '    default_tab_template {',
    '        pane size=1 borderless=true {',
    '            plugin location="zellij:tab-bar"',
    '        }',
    '        children',
    '        pane size=1 borderless=true {',
    '            plugin location="zellij:status-bar"',
    '        }',
    '    }',
    ...tabs.flatMap(tabLines),
    '}',
  ].join('\n')}\n`;
}

function tabLines({ name, focus, split, panes }: LayoutTab): string[] {
  // Zellij names the line between the panes, we how they stand.
  const direction = split === 'columns' ? 'vertical' : 'horizontal';
  return [
    `    tab name=${quote(name)}${focus ? ' focus=true' : ''} split_direction="${direction}" {`,
    ...(split === 'tiled'
      ? inRows(panes).flatMap(rowLines)
      : panes.flatMap((pane) => paneLines(pane, panes.length > 1))),
    '    }',
  ];
}

/** Panes without a size share the row, and rows the tab. */
const rowLines = (row: readonly LayoutPane[]): string[] => [
  '        pane split_direction="vertical" {',
  ...row.flatMap((pane) => paneLines(pane, false).map((line) => `    ${line}`)),
  '        }',
];

function paneLines({ role, size, focus, argv, cwd, closes }: LayoutPane, sized: boolean): string[] {
  const [program = '', ...args] = argv;
  const words = [
    `name=${quote(role)}`,
    ...(sized ? [`size="${size}%"`] : []),
    ...(focus ? ['focus=true'] : []),
    `command=${quote(unexpanded(program))}`,
    `cwd=${quote(unexpanded(cwd))}`,
    ...(closes === true ? ['close_on_exit=true'] : []),
  ];
  const pane = `        pane ${words.join(' ')}`;
  if (args.length === 0) return [pane];
  return [`${pane} {`, `            args ${args.map(quote).join(' ')}`, '        }'];
}

/** Zellij expands `~` and `$NAME` in `command` and `cwd`, and nowhere else. */
const unexpanded = (path: string): string =>
  (path.startsWith('~') ? `./${path}` : path).replaceAll('$', '$$$$');

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

/** Whatever is invisible is spelt out: KDL takes some of it for the end of a line. */
const NEEDS_ESCAPE = /["\\\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

export function quote(text: string): string {
  const escaped = text.replaceAll(
    NEEDS_ESCAPE,
    (found) => ESCAPES[found] ?? `\\u{${found.codePointAt(0)?.toString(16)}}`,
  );
  return `"${escaped}"`;
}

/** How many panes of roles a layout of ours makes. Nothing quoted in it can look like a line of its own. */
export const panesIn = (text: string): number =>
  [...text.matchAll(/^ +pane name=(".*?")/gm)].filter(([, name]) => name !== quote(WATCHING))
    .length;
