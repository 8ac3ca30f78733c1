import type { TemplateWords } from '../../config/template.ts';

export type Outcome = 'written' | 'replaced' | 'same' | 'kept' | 'link' | 'blocked';

export const init = {
  about: 'copy configuration, rituals and formations into .ovld/, to make them your own',
  options: {
    user: 'into ~/.config/ovld, for all projects',
    force: 'also replace files of yours that differ; asks for each',
    yes: 'with --force: do not ask',
    dryRun: 'only say what would be written',
  },
  examples: {
    project: 'into .ovld/ of this folder; nothing of yours is overwritten',
    user: 'for all your projects',
    dryRun: 'only look',
    force: 'back to what ships, without asking',
  },
  outcomes: {
    written: 'written',
    replaced: 'replaced',
    same: 'same',
    kept: 'kept (yours differs)',
    link: 'kept (a link)',
    blocked: 'kept (not a file)',
  },
  wouldBe: { written: 'would be written', replaced: 'would be replaced' },
  /** y, n or a. */
  replace: (path: string) => `Replace ${path} by what ships? [y/N/a = all] `,
  needsYes: '--force asks before it replaces a file; where there is no terminal, say --yes',
  summary: (
    dir: string,
    { written, replaced, same, kept, link, blocked }: Record<Outcome, number>,
    dryRun: boolean,
  ) =>
    `${dir}: ${written + replaced} ${dryRun ? 'to write' : 'written'}, ${same} the same, ${kept + link + blocked} kept.`,
  /** What to type now. */
  next: (typed: string) =>
    `Next: ${typed} raises two agents in Claude Code, a lead and its hand; with --agent mock they are scripted and need no account. Edit formations/, rituals/ and config.yaml as you like: every summons reads them.`,
  nextToWrite: (typed: string) => `Next: ${typed} writes them.`,
  template: {
    head: [
      "ovld's configuration. Every key is listed with its default, as a comment: remove the # to change it.",
      'Flags and variables (OVLD_MUX, OVLD_AGENT, OVLD_LANG, OVLD_FORMATION) override this file; ovld config shows the values in effect.',
    ],
    keys: {
      mux: 'Where agents run: zellij or tmux. Default: the formation’s own, the one you are inside of, then zellij, then tmux.',
      agent:
        'What plays the roles: claude, codex, opencode, qwen, copilot, gemini, mock; or inferno=codex,storm=opencode. Default: what the formation says.',
      language: 'Of rituals, and of what relays say: en or ja. Default: your locale.',
      formation: 'overlord, pair, bastion, or one of your own in formations/.',
      store:
        "Where messages live: files, or the project's queue. Default: what the formation says.",
      toolsets: 'What agents are given beside messages: messaging, board, knowledge.',
      specialists: 'How many, in a formation that has a count of them: 1 to 12.',
      targeting: 'How panes are typed into: pane (by id) or focus (moves yours).',
      pauses: 'Around everything that is typed, in milliseconds.',
      ritual: 'How rituals are given: typed, or system-prompt (by the start of the agent).',
      notify:
        'How you are notified when a role waits for permission, ends, cannot be reached, writes to you or is slowed by the guard: bell, desktop notification, a command of yours.',
      guard:
        'Two roles that write each other more than so many messages (1 to 100, or off) within window seconds are slowed: woken after a pause, each twice as long, in seconds.',
      dashboard: "A last tab with the dashboard in the army's session: true or false.",
      ready_timeout: 'Seconds a role may take to become ready.',
      history:
        'How long the mail and conversations of dismissed armies are kept, of each folder: a number, or all. Never removed: the unread mail of the last army of a folder.',
    },
  } satisfies TemplateWords,
};
