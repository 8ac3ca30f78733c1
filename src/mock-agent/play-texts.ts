/** One thing a role at the end of the chain does with a wish. */
interface Deed {
  order: (words: string) => string;
  report: (words: string) => string;
  /** Part of a sentence. */
  did: (role: string) => string;
}

interface CampaignStep {
  persona: string;
  objective: string;
}

/** What the roles of a campaign write on the board. */
export interface CampaignTexts {
  purpose: string;
  criteria: readonly string[];
  command: string;
  /** In the order of `campaign-plan.ts`. */
  steps: readonly CampaignStep[];
  step: (number: number, of: number, objective: string) => string;
  deliverable: (objective: string) => string;
  generalist: string;
  lesson: (task: string) => string;
  learnt: (objective: string, by: string) => string;
  canBeDone: (objective: string) => string;
  summary: (objective: string) => string;
  noTests: string;
  skill: { name: string; description: string; reason: string };
  failed: { summary: string; gap: string };
  isDone: (command: string) => string;
}

/** What a scripted agent shows, and says in a play, in the language of its army. */
export interface PlayTexts {
  about: (role: string) => string;
  placeholder: string;
  /** Of one that has no part in a play. */
  alone: { about: (role: string) => string; placeholder: string };
  footer: string;
  exitAgain: string;
  interrupted: string;
  /** Before the composer is there. */
  starting: string;
  /** Of the turn that runs; what an agent's screen is read by needs the `…`. */
  working: (seconds: string) => string;
  queued: (count: number) => string;
  relayKilled: string;
  reconnected: (server: string) => string;
  notConnected: (server: string) => string;
  help: (part: { role: string; below: readonly string[]; mux: string }) => string;
  ritualTaken: string;
  noMail: string;
  begins: (below: readonly string[]) => string;
  worksAlone: string;
  /** For a role that has roles below it. */
  plan: Pick<Deed, 'order' | 'report'>;
  /** For the others, by their number below the same role, over and over. */
  deeds: readonly Deed[];
  orderedBy: (role: string) => string;
  /** Joins what each did. */
  joined: (parts: readonly string[]) => string;
  carriedOut: (words: string, summary: string) => string;
  asked: (words: string, summary: string) => string;
  unfinished: (words: string) => string;
  /** On a board: a wish becomes a command of the role that issues them. */
  wish: {
    criterion: string;
    issued: (command: string) => string;
    elsewhere: (role: string) => string;
    steps: readonly CampaignStep[];
    summary: (command: string) => string;
  };
  campaign: CampaignTexts;
}
