import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ArmyLayout, LayoutPane } from '../../src/mux/mux.ts';
import { panesIn, quote, zellijLayout } from '../../src/mux/zellij/layout.ts';

const character = fc.oneof(
  fc.constantFrom('"', '\\', '$', '~', '\n', '\u2028', '\ufeff', '魔', '👑'),
  fc.integer({ min: 0, max: 0xd7ff }).map((code) => String.fromCodePoint(code)),
  fc.integer({ min: 0xe000, max: 0x10ffff }).map((code) => String.fromCodePoint(code)),
);
const anyText = fc.array(character, { maxLength: 40 }).map((all) => all.join(''));

const ESCAPED: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** A string of KDL v1 as its grammar has it; throws where it is none. */
function readKdl(text: string): string {
  const body = /^"((?:[^"\\]|\\.)*)"$/su.exec(text)?.[1];
  if (body === undefined) throw new Error(`no string: ${text}`);
  return body.replaceAll(/\\u\{([0-9a-f]{1,6})\}|\\(.)/gsu, (_all, code?: string, one?: string) => {
    if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16));
    if (one === '"' || one === '\\' || one === '/') return one;
    const known = one === undefined ? undefined : ESCAPED[one];
    if (known === undefined) throw new Error(`no escape: ${one}`);
    return known;
  });
}

const pane = (role: string, size: number, more: Partial<LayoutPane> = {}): LayoutPane => ({
  role,
  size,
  focus: false,
  argv: ['claude', '--mcp-config', `/relay/mcp/${role}.json`],
  cwd: '/project',
  ...more,
});

const overlord: ArmyLayout = {
  session: 'overlord',
  env: {},
  tabs: [
    {
      name: 'command',
      focus: true,
      split: 'columns',
      panes: [pane('overlord', 35, { focus: true }), pane('strategist', 65)],
    },
    { name: 'battlefield', focus: false, split: 'columns', panes: [pane('inferno', 100)] },
    {
      name: 'support',
      focus: false,
      split: 'rows',
      panes: [pane('glacier', 33), pane('shadow', 33), pane('storm', 34)],
    },
  ],
};

describe('a layout for Zellij', () => {
  // [Z22 Z26 session.layout-mcp.1]
  it('three tabs, six panes, the settings that win over the person', () => {
    const text = zellijLayout(overlord);
    expect(panesIn(text)).toBe(6);
    expect(text).toMatchInlineSnapshot(`
      "session_serialization false
      show_startup_tips false
      show_release_notes false
      layout {
          default_tab_template {
              pane size=1 borderless=true {
                  plugin location="zellij:tab-bar"
              }
              children
              pane size=1 borderless=true {
                  plugin location="zellij:status-bar"
              }
          }
          tab name="command" focus=true split_direction="vertical" {
              pane name="overlord" size="35%" focus=true command="claude" cwd="/project" {
                  args "--mcp-config" "/relay/mcp/overlord.json"
              }
              pane name="strategist" size="65%" command="claude" cwd="/project" {
                  args "--mcp-config" "/relay/mcp/strategist.json"
              }
          }
          tab name="battlefield" split_direction="vertical" {
              pane name="inferno" command="claude" cwd="/project" {
                  args "--mcp-config" "/relay/mcp/inferno.json"
              }
          }
          tab name="support" split_direction="horizontal" {
              pane name="glacier" size="33%" command="claude" cwd="/project" {
                  args "--mcp-config" "/relay/mcp/glacier.json"
              }
              pane name="shadow" size="33%" command="claude" cwd="/project" {
                  args "--mcp-config" "/relay/mcp/shadow.json"
              }
              pane name="storm" size="34%" command="claude" cwd="/project" {
                  args "--mcp-config" "/relay/mcp/storm.json"
              }
          }
      }
      "
    `);
  });

  it('has a grid as rows of panes without sizes', () => {
    const panes = ['a', 'b', 'c'].map((role) => pane(role, 33, { argv: ['run'] }));
    const tab = { name: 'grid', focus: true, split: 'tiled', panes } as const;
    const text = zellijLayout({ tabs: [tab] });
    expect(panesIn(text)).toBe(3);
    expect(text.slice(text.indexOf('    tab name='))).toMatchInlineSnapshot(`
      "    tab name="grid" focus=true split_direction="horizontal" {
              pane split_direction="vertical" {
                  pane name="a" command="run" cwd="/project"
                  pane name="b" command="run" cwd="/project"
              }
              pane split_direction="vertical" {
                  pane name="c" command="run" cwd="/project"
              }
          }
      }
      "
    `);
  });

  it('any text comes back from its quotes, which stay on their line [Z22]', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const quoted = quote(text);
        expect(quoted).not.toMatch(/[\n\r\f\v\u0085\u2028\u2029\ufeff]/u);
        expect(readKdl(quoted)).toBe(text);
      }),
    );
  });

  it.each([
    ['plain', '"plain"'],
    ['say "hi" \\ bye', String.raw`"say \"hi\" \\ bye"`],
    ['a\nb\tc\r', String.raw`"a\nb\tc\r"`],
    ['\u001b[0m\u0000', String.raw`"\u{1b}[0m\u{0}"`],
    ['$HOME ~ {} ; // /* */ #', '"$HOME ~ {} ; // /* */ #"'],
    ['魔王 👑', '"魔王 👑"'],
  ])('quotes %j as %s [Z22]', (text, quoted) => {
    expect(quote(text)).toBe(quoted);
  });

  it('escapes what Zellij expands in command and cwd, and leaves names and args as they are [Z22]', () => {
    const odd = pane('inferno', 100, { argv: ['/opt/$X/run', '$X', '~'], cwd: '/home/~/$Y' });
    const tab = { name: 'battlefield', focus: false, split: 'columns', panes: [odd] } as const;
    const text = zellijLayout({ tabs: [tab] });
    expect(text).toContain('command="/opt/$$X/run" cwd="/home/~/$$Y"');
    expect(text).toContain('args "$X" "~"');
    const tilde = { ...tab, panes: [pane('inferno', 100, { argv: ['~/run'], cwd: '~' })] };
    expect(zellijLayout({ tabs: [tilde] })).toContain('command="./~/run" cwd="./~"');
  });
});
