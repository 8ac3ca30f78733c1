import { describe, expect, it } from 'vitest';
import { rolesOf } from '../../src/army/formation.ts';
import { shippedFormation } from '../../src/cli/demo/narrator.ts';
import { storyOf } from '../../src/demo/stories.ts';
import { demoTexts } from '../../src/i18n/demo.ts';
import { parseScript } from '../../src/mock-agent/script.ts';
import { tempDir } from '../support/temp.ts';

describe.each(['en', 'ja'] as const)('the stories in %s', (language) => {
  const texts = demoTexts[language];

  it.each(['overlord', 'bastion'])('%s: every role has a script its agent takes', async (name) => {
    const formation = await shippedFormation(name, tempDir());
    const { scripts, request } = storyOf(texts, formation, 1_200);
    expect([...scripts.keys()].toSorted()).toEqual([...rolesOf(formation)].toSorted());
    expect(rolesOf(formation)).toContain(request.to);
    for (const script of scripts.values()) {
      const { about, rules, campaign } = parseScript(JSON.stringify(script));
      expect(about).not.toBe('');
      expect(rules.length > 0 || campaign !== undefined).toBe(true);
    }
  });

  it('no message matches the rule of another: rules go by subjects', () => {
    const letters = Object.entries(texts.letters);
    for (const [name, { subject }] of letters) {
      const alike = letters.filter(([, one]) => `${one.subject}\n${one.body}`.includes(subject));
      expect(alike.map(([other]) => other)).toEqual([name]);
    }
  });
});
