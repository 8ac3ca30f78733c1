import type { CampaignTexts } from './play-texts.ts';

/** The campaign every mock army plays: six tasks, a diamond with a second source, one command. */
export const CAMPAIGN_PROJECT = 'mock-campaign';
/** Of a command that was a person's wish. */
export const WISH_PROJECT = 'mock-wish';

export const campaignCommand = ({ purpose, criteria, command }: CampaignTexts): object => ({
  purpose,
  acceptance_criteria: criteria,
  command,
  project: CAMPAIGN_PROJECT,
  priority: 'high',
});

export interface Step {
  persona: string;
  /** With its number: by this it is known on the board. */
  objective: string;
  /** Steps it waits for, by their number from 1. */
  after: readonly number[];
}

/** Survey, gates, walls, moat, drill, inspection. */
const CAMPAIGN_AFTER = [[], [1], [1], [], [2, 3], [4, 5]];
/** The first is waited for by all between it and the last, and the last waits for those. */
const wishAfter = (i: number, count: number): number[] =>
  i === 0 ? [] : i < count - 1 ? [1] : Array.from({ length: count - 2 }, (_, n) => n + 2);

export const campaignSteps = ({ steps, step }: CampaignTexts): readonly Step[] =>
  steps.map(({ persona, objective }, i) => ({
    persona,
    objective: step(i + 1, steps.length, objective),
    after: CAMPAIGN_AFTER[i] ?? [],
  }));

/** A person's wish in a few steps. */
export const wishSteps = (
  wish: string,
  steps: CampaignTexts['steps'],
  step: CampaignTexts['step'],
): readonly Step[] =>
  steps.map(({ persona, objective }, i) => ({
    persona,
    objective: step(i + 1, steps.length, `${objective}: ${wish}`),
    after: wishAfter(i, steps.length),
  }));

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
