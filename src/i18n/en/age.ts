/** A coarse age: now, 3m, 2h, 4d. */
export const ageWords = {
  now: 'now',
  minutes: (count: number) => `${count}m`,
  hours: (count: number) => `${count}h`,
  days: (count: number) => `${count}d`,
};
