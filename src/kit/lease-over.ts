/** A lease that ends later than any lease could is over too: the holder's clock may have jumped. */
export const isLeaseOver = (until: number, now: number, leaseMs: number): boolean =>
  until <= now || until - now > 10 * leaseMs;
