import { expect, it } from 'vitest';
import { dashboardTexts } from '../../../src/i18n/dashboard.ts';
import { webTexts } from '../../../src/i18n/web.ts';

it('the Japanese dashboard has one word for each thing', () => {
  const { status, work, agent, document } = dashboardTexts.ja;
  expect([status.blocked, work.blocked]).toEqual(['停滞', '停滞']);
  expect(webTexts.ja.page.status.blocked).toBe(status.blocked);
  expect([status.idle, agent.idle]).toEqual(['待機', '待機']);
  expect([document.purpose, document.objective]).toEqual(['目的', '目標']);
  expect(JSON.stringify(dashboardTexts.ja)).not.toMatch(/返事|いま[、。のは]/);
});
