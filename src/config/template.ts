import type { Config } from './config.ts';
import type { SettingRow } from './list-settings.ts';

/** For settings without a default. */
const EXAMPLES: Partial<Record<string, unknown>> = {
  mux: 'zellij',
  agent: 'claude',
  store: 'files',
  toolsets: ['messaging'],
  specialists: 4,
  'notify.command': ['/usr/local/bin/tell-me'],
};

export interface TemplateWords {
  head: readonly string[];
  /** What each key is for; a key without words does not compile. */
  keys: Record<keyof Config, string>;
}

/**
 * A configuration with every key and its default, all commented out: a line of YAML begins right after
 * its `#`, or two spaces in; a line of words after one space.
 */
export function configTemplate(
  usual: readonly SettingRow[],
  { head, keys }: TemplateWords,
): string {
  const blocks = Object.entries(keys).map(([key, words]) => {
    const rows = usual.filter((one) => one.key === key || one.key.startsWith(`${key}.`));
    return [`# ${words}`, ...rows.flatMap((row, i) => yamlLines(row, i === 0))].join('\n');
  });
  return `${head.map((line) => `# ${line}`).join('\n')}\n\n${blocks.join('\n\n')}\n`;
}

function yamlLines({ key, value }: SettingRow, first: boolean): string[] {
  const shown = value ?? EXAMPLES[key];
  if (shown === undefined) return [];
  const [top = '', below] = key.split('.');
  // What JSON says YAML says too; a plain word needs no quotes.
  const text = typeof shown === 'string' ? shown : JSON.stringify(shown).replaceAll(',', ', ');
  if (below === undefined) return [`#${top}: ${text}`];
  return [...(first ? [`#${top}:`] : []), `#  ${below}: ${text}`];
}
