import { describe, expect, it } from 'vitest';
import { overlordFormation } from '../../src/army/overlord.ts';
import { OvldError, wakeFailures, type ErrorCode, type ErrorData } from '../../src/errors.ts';
import { explain, textsFor } from '../../src/i18n/explain.ts';
import { callTool } from '../../src/mcp/call-tool.ts';
import { createHandovers } from '../../src/mcp/handovers.ts';
import type { Tool } from '../../src/mcp/tool.ts';
import { toolsFor } from '../../src/mcp/tools.ts';
import { wakeData, wakeText } from '../../src/mcp/tools/letter.ts';
import type { Relay } from '../../src/relay/relay.ts';
import { bastionOf } from '../support/bastion.ts';

const armies = [{ session: 'word', folder: 'word', line: 'word' }];
const reason = { code: 'answer_empty' } as const;

/** One example of every error there is. */
const facts: { [C in ErrorCode]: ErrorData[C] } = {
  env_missing: { variable: 'word' },
  env_invalid: { variable: 'word', value: 'word' },
  env_role_unknown: { variable: 'word', value: 'word', roles: ['one', 'two'] },
  home_unset: { path: 'word' },
  usage: { message: 'two words, 二語' },
  refused: { message: 'two words, 二語', hint: 'two words, 二語' },
  store_unusable: { path: 'word', reason: 'word' },
  store_gone: { path: 'word' },
  store_full: { path: 'word' },
  store_busy: { path: 'word', reason: 'word' },
  store_symlink: { path: 'word' },
  formation_invalid: { path: 'word', reason },
  formation_unknown: { name: 'word', known: ['one', 'two'] },
  config_invalid: { path: 'word', reason },
  ritual_missing: { role: 'word', tried: ['one', 'two'] },
  mux_none: { tried: ['one', 'two'] },
  mux_missing: { program: 'word' },
  mux_too_old: { program: 'word', version: 'word', needs: 'word' },
  mux_failed: { program: 'word', command: 'word', reason },
  pane_hidden: { role: 'word' },
  pane_gone: { role: 'word' },
  no_terminal_attached: { session: 'word' },
  agent_missing: { program: 'word', role: 'word', package: 'word' },
  agent_too_old: { program: 'word', version: 'word', needs: 'word', package: 'word' },
  folder_missing: { path: 'word', role: 'word' },
  folder_unusable: { path: 'word', reason },
  project_taken: { session: 'word', folder: 'word' },
  play_refused: { folder: '/p', commands: 1, knowledge: 2, unread: 0 },
  play_mixed: { roles: ['envoy'] },
  unapproved: { formation: 'word', folder: 'word', approve: 'word' },
  session_taken: { session: 'word' },
  session_too_long: { path: 'word', bytes: 7, limit: 7 },
  army_none: { folder: 'word' },
  army_over: { session: 'word' },
  army_unknown: { session: 'word', sessions: ['one', 'two'] },
  army_ambiguous: { armies },
  army_not_here: { folder: 'word', armies },
  army_above: { session: 'word', folder: 'word', second: 'word' },
  army_here: { session: 'word', second: 'word' },
  unknown_entry: { id: 'word', role: 'word' },
  queue_missing: { path: 'word' },
  past_army_unknown: { army: 'word', sessions: ['one', 'two'] },
  army_not_live: { session: 'word' },
  army_elsewhere: { session: 'word', folder: 'word' },
  agent_argument: { role: 'word', argument: 'word' },
  agent_mode: { role: 'word', agent: 'word', mode: 'word' },
  army_hidden: { session: 'word', mux: 'word', running: 7, server: 7 },
  not_ended: { session: 'word', pids: [7] },
  no_terminal: { command: 'word' },
  here_unusable: { reason: 'word' },
  not_confirmed: { session: 'word' },
  interrupted: { at: 'question' },
  terminal_too_small: { columns: 7, rows: 7, needColumns: 7, needRows: 7 },
  unknown_role: { role: 'word', roles: ['one', 'two'] },
  body_too_long: { bytes: 7, limit: 7 },
  body_encoded_too_long: { bytes: 7, limit: 7 },
  subject_too_long: { characters: 7, limit: 7 },
  task_too_long: { characters: 7, limit: 7 },
  arguments_invalid: { tool: 'word', issues: 'word' },
  unknown_tool: { tool: 'word', tools: ['one', 'two'] },
  id_exhausted: { attempts: 7 },
  unknown_type: { type: 'word', types: ['one', 'two'] },
  queue_locked: { path: 'word', holder: 7 },
  document_invalid: { path: 'word', reason: 'word' },
  document_too_large: { path: 'word', bytes: 7, limit: 7 },
  board_off: { session: 'word' },
  not_your_duty: { role: 'word', duty: 'word' },
  not_a_specialist: { role: 'word', specialists: ['one', 'two'] },
  unknown_command: { id: 'word', known: ['one', 'two'] },
  unknown_task: { id: 'word' },
  no_task: { role: 'word' },
  not_your_task: { id: 'word', owner: 'word' },
  illegal_move: { id: 'word', from: 'word', to: 'word', allowed: ['one', 'two'] },
  dependency_cycle: { cycle: ['one', 'two'] },
  task_has_dependents: { id: 'word', dependents: ['one', 'two'] },
  command_closed: { id: 'word' },
  other_command: { id: 'word', command: 'word' },
  reason_missing: { id: 'word' },
  gaps_contradict: { meets: true },
  unknown_criterion: { number: 'word', count: 7 },
  not_reported: { id: 'word', status: 'word' },
  already_evaluated: { id: 'word' },
  bug: { message: 'word' },
};

const BOTH = ['en', 'ja'] as const;

/** The tools of every duty, each once. */
const tools = [
  ...new Map(
    ['envoy', 'marshall', 'specialist_1']
      .flatMap((role) => toolsFor(bastionOf(1), role))
      .map((tool) => [tool.name, tool] as const),
  ).values(),
];

/** What a client is sent when that tool fails with that error. */
async function failing(tool: Tool, code: ErrorCode, language: (typeof BOTH)[number]) {
  const broken: Tool = {
    ...tool,
    async call() {
      throw new OvldError(code, facts[code]);
    },
  };
  const formation = { ...overlordFormation, language };
  const relay = { formation, replies: { bytes: 60_000 } } as Relay;
  const handovers = createHandovers(() => undefined);
  const work = async (): Promise<never> => Promise.reject(new Error('no work'));
  return callTool({ relay, work, tools: [broken], handovers, id: 1 }, tool.name, {});
}

describe('an error of a tool', () => {
  it.each(BOTH)(
    'says what is wrong and what to do on both faces, whatever its code: %s',
    async (language) => {
      expect(tools.length).toBeGreaterThan(12);
      for (const tool of tools) {
        for (const code of Object.keys(facts) as ErrorCode[]) {
          const { isError, content, structuredContent } = await failing(tool, code, language);
          const { what, hint } = explain(new OvldError(code, facts[code]), language);
          const named = `${tool.name}: ${code}`;
          expect({ isError, structuredContent }, named).toMatchObject({
            isError: true,
            structuredContent: { code, what, hint },
          });
          expect(content, named).toEqual([{ type: 'text', text: `${what}\n→ ${hint}` }]);
          // Sentences, not codes.
          const words = `${what} ${hint}`;
          expect(words, named).toMatch(language === 'en' ? /\w+ \w+/ : /[ぁ-んァ-ヶ一-龠]/);
          expect(words, named).not.toMatch(/undefined|\[object/);
        }
      }
    },
  );

  it('that was no error of ours has both faces too', async () => {
    const [tool] = tools;
    const thrown = { ...tool!, call: () => Promise.reject(new Error('disk on fire')) };
    const relay = { formation: overlordFormation, replies: { bytes: 60_000 } } as Relay;
    const work = async (): Promise<never> => Promise.reject(new Error('no work'));
    const call = {
      relay,
      work,
      tools: [thrown],
      handovers: createHandovers(() => undefined),
      id: 1,
    };
    const { structuredContent } = await callTool(call, thrown.name, {});
    expect(structuredContent).toMatchObject({
      code: 'bug',
      what: expect.stringContaining('disk on fire'),
      hint: expect.stringMatching(/\w+ \w+/),
    });
  });
});

describe('a message that is stored and not woken for', () => {
  it.each(BOTH)('says why as data too, whatever the reason: %s', (language) => {
    const texts = textsFor(language);
    for (const failed of wakeFailures) {
      const sent = { to: 'storm', wake: { failed } };
      expect(wakeData(texts, sent)).toEqual({
        wake: 'failed',
        code: failed,
        note: wakeText(texts, sent),
      });
      expect(wakeText(texts, sent)).toContain(texts.wake[failed]);
    }
  });
});
