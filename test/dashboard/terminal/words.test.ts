import { expect, it } from 'vitest';
import { letterPage } from '../../../src/dashboard/terminal/pages.ts';
import { dashboardTexts } from '../../../src/i18n/dashboard.ts';
import type { Handed } from '../../../src/message/message.ts';
import { webTexts } from '../../../src/i18n/web.ts';
import { somePicture } from '../../support/pictures.ts';

it('the Japanese dashboard has one word for each thing', () => {
  const { status, work, agent, document } = dashboardTexts.ja;
  expect([status.blocked, work.blocked]).toEqual(['停滞', '停滞']);
  expect(webTexts.ja.page.status.blocked).toBe(status.blocked);
  expect([status.idle, agent.idle]).toEqual(['待機', '待機']);
  expect([document.purpose, document.objective]).toEqual(['目的', '目標']);
  expect(JSON.stringify(dashboardTexts.ja)).not.toMatch(/返事|いま[、。のは]/);
});

it.each([
  ['en', 'typed'],
  ['ja', '打鍵'],
] as const)('a message says in words by what its reader was woken: %s', (language, bell) => {
  const texts = dashboardTexts[language];
  const [sight] = somePicture().letters;
  const { id, from, to, storedAt } = sight!;
  const letter = { id, from, to, subject: '', body: '', priority: 'normal', type: 'wake_up' };
  const handed = { ...letter, timestamp: storedAt } as Handed;
  const rung = { at: storedAt, by: 'typed' };
  const { rows } = letterPage(handed, { ...sight!, rung, to: 'storm' }, texts);
  expect(rows.find(({ label }) => label === texts.page.stage)?.text).toContain(`(${bell})`);
});
