import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { languages, rolesOf } from '../../src/army/formation.ts';
import { overlordFormation } from '../../src/army/overlord.ts';
import { findFormation } from '../../src/config/formations.ts';
import { shippedDir } from '../../src/config/places.ts';
import { findRitual } from '../../src/config/rituals.ts';
import { toolMakers } from '../../src/mcp/tools.ts';

const roles = rolesOf(overlordFormation);
const { formation: pair } = await findFormation('pair', { folder: '/nowhere', user: undefined });
const generals = ['inferno', 'glacier', 'shadow', 'storm'];
const tools = toolMakers.map((make) => make(roles).name);
const shipped = join(shippedDir(), 'rituals');

/** As summoned in a folder without rituals of its own. */
const ritual = (role: string, language: (typeof languages)[number]) =>
  findRitual({ role }, language, { folder: '/nowhere', user: undefined });

const PROTOCOL = { en: '## MCP communication protocol', ja: '## MCP通信プロトコル' };

/** The points of one section, each on one line. */
function points(text: string, heading: string): string[] {
  const section = text.split(/^(?=## )/m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
  return section
    .split(/^- /m)
    .slice(1)
    .map((point) => point.replaceAll(/\s+/g, ' '));
}

describe.each(languages)('the shipped rituals in %s', (language) => {
  it('are six files, those of the pair, and those of the bastion [ritual.six-files.1]', () => {
    const files = readdirSync(join(shipped, language)).sort();
    const others = [...rolesOf(pair), 'envoy', 'marshall', 'specialist'];
    expect(files).toEqual([...roles, ...others].map((role) => `${role}.md`).sort());
  });

  // [ritual.role-file.1 ritual.role-file.2 ritual.role-file.3 ritual.role-file.4 ritual.role-file.5 ritual.role-file.6]
  it.each([...overlordFormation.roles, ...pair.roles])(
    '$role has a ritual of its own',
    async ({ role, title }) => {
      const { text, path } = await ritual(role, language);
      expect(path).toBe(join(shipped, language, `${role}.md`));
      const [first] = text.split('\n');
      expect(first).toContain(title?.[language]);
    },
  );

  it.each([...roles, ...rolesOf(pair)])(
    'the ritual of %s teaches the relay with the tools that exist [ritual.protocol.1]',
    async (role) => {
      const { text } = await ritual(role, language);
      const protocol = points(text, PROTOCOL[language]).join('\n');
      expect(protocol).toContain('send_message');
      expect(protocol).toMatch(/\[MESSAGE from …\].*check_inbox/);
      for (const fact of [/32 KiB/, /`urgent`/, /ovld/, /\bid\b/]) expect(protocol).toMatch(fact);
      expect(text).toContain('git add -A');
      const named = new Set(text.match(/\b[a-z]+_[a-z_]+\b/g));
      expect(tools).toEqual(expect.arrayContaining([...named]));
    },
  );

  it.each([...roles, ...rolesOf(pair)])(
    'the ritual of %s fits a composer, and its first character makes no command of it',
    async (role) => {
      const { text } = await ritual(role, language);
      expect(Buffer.byteLength(text)).toBeLessThan(4096);
      const lines = text.split('\n').length;
      expect(lines).toBeGreaterThanOrEqual(40);
      expect(lines).toBeLessThanOrEqual(80);
      expect(text).toMatch(/^\p{L}/u);
      // An agent would read a file for it.
      expect(text).not.toMatch(/(^|\s)@/);
    },
  );

  // [ritual.overlord-text.1 ritual.overlord-text.2 ritual.overlord-text.3]
  it('the overlord speaks to the strategist', async () => {
    const said = points((await ritual('overlord', language)).text, PROTOCOL[language]);
    const sending = said.filter((point) => point.includes('send_message'));
    expect(sending).toEqual([expect.stringContaining('`strategist`')]);
    expect(said).toContainEqual(expect.stringMatching(/`\[MESSAGE from …\]`.*`check_inbox`/));
  });

  // [ritual.strategist-text.1 ritual.strategist-text.2 ritual.strategist-text.3]
  it('let the strategist speak to the four generals and to all', async () => {
    const said = points((await ritual('strategist', language)).text, PROTOCOL[language]);
    const sending = said.find((point) => point.includes('send_message')) ?? '';
    for (const role of [...generals, 'overlord']) expect(sending).toContain(`\`${role}\``);
    expect(said).toContainEqual(expect.stringMatching(/`broadcast`.*(everybody|全員)/));
  });

  // [ritual.general-text.1 ritual.general-text.2 ritual.general-text.3]
  it.each(generals)('let general %s report and keep its status current', async (role) => {
    const said = points((await ritual(role, language)).text, PROTOCOL[language]);
    const sending = said.filter((point) => point.includes('send_message'));
    expect(sending).toEqual([expect.stringMatching(/`strategist`/)]);
    expect(sending[0]).toMatch(/Report|報告/);
    expect(said).toContainEqual(
      expect.stringMatching(/`update_status`.*`working`.*`blocked`.*`done`/),
    );
    expect(said.join('\n')).not.toContain('broadcast');
  });

  it('let the lead give the hand tasks, and the hand report to the lead', async () => {
    for (const [role, other] of [
      ['lead', 'hand'],
      ['hand', 'lead'],
    ] as const) {
      const said = points((await ritual(role, language)).text, PROTOCOL[language]);
      const sending = said.filter((point) => point.includes('send_message'));
      expect(sending).toEqual([expect.stringContaining(`\`${other}\``)]);
    }
  });

  it('name the chain of command that the formation has [design.topology.2]', async () => {
    const heading = { en: '## Chain of command', ja: '## 指揮系統' }[language];
    const seats = [...overlordFormation.roles, ...pair.roles];
    for (const { role, commands } of seats) {
      const chain = points((await ritual(role, language)).text, heading).join('\n');
      const above = seats.filter((other) => other.commands.includes(role));
      for (const other of [...commands, ...above.map((superior) => superior.role)]) {
        expect(chain, `${role} of ${other}`).toContain(other);
      }
    }
  });
});

it('both languages have the same sections and points', async () => {
  for (const role of [...roles, ...rolesOf(pair)]) {
    const [en, ja] = await Promise.all([ritual(role, 'en'), ritual(role, 'ja')]);
    const shape = (text: string): string[] => text.match(/^(## |- |\d\. |$)/gm) ?? [];
    expect(shape(ja.text), role).toEqual(shape(en.text));
  }
});
