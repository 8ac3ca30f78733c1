/** The campaign every mock army plays: six tasks, a diamond with a second source, one command. */
export const CAMPAIGN_PROJECT = 'mock-campaign';

export const campaignCommand = {
  purpose: 'A keep stands, and its guard has been drilled',
  acceptance_criteria: ['Gates and walls stand', 'The guard has been drilled', 'All was inspected'],
  command: 'Raise a keep: survey, gates, walls, moat, drill, inspection. Nothing real is built.',
  project: CAMPAIGN_PROJECT,
  priority: 'high',
};

interface Step {
  persona: string;
  objective: string;
  /** Steps it waits for, by their number from 1. */
  after: readonly number[];
}

export const campaignSteps: readonly Step[] = [
  { persona: 'Surveyor', objective: 'Survey the ground', after: [] },
  { persona: 'Smith', objective: 'Hang the gates', after: [1] },
  { persona: 'Mason', objective: 'Raise the walls', after: [1] },
  { persona: 'Digger', objective: 'Dig the moat', after: [] },
  { persona: 'Captain', objective: 'Drill the guard', after: [2, 3] },
  { persona: 'Inspector', objective: 'Inspect the keep', after: [4, 5] },
];

const STEP = /^Step (\d+) of \d+: /;

export const objectiveOf = (number: number): string =>
  `Step ${number} of ${campaignSteps.length}: ${campaignSteps[number - 1]?.objective ?? ''}`;

/** Which step a task is; undefined for one that somebody else thought of. */
export const stepOf = (objective: string): number | undefined => {
  const number = STEP.exec(objective)?.[1];
  return number === undefined ? undefined : Number(number);
};

/** How a campaign is played; the same numbers give the same campaign. */
export interface CampaignScript {
  seed: number;
  /** How long a task takes, from and to, in milliseconds. */
  workMs: readonly [number, number];
  /** Of a hundred attempts at a task so many fail. */
  failPercent: number;
  /** How long to wait for a ritual before looking at the board without one. */
  startMs: number;
}

export const usualCampaign: CampaignScript = {
  seed: 1,
  workMs: [200, 1_500],
  failPercent: 0,
  startMs: 4_000,
};

/** From 0 to below 1, by what it is asked about and nothing else (FNV-1a). */
export function chance(...about: readonly (string | number)[]): number {
  let hash = 0x811c9dc5;
  for (const character of about.join('\n')) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  // The last bits of a short text hardly differ: they are mixed once more.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
}
