import { InvalidArgumentError } from 'commander';

/** 0 stands for any that is free. */
export const portFrom =
  (complaint: string) =>
  (given: string): number => {
    const port = /^\d{1,5}$/.test(given) ? Number(given) : Number.NaN;
    if (port <= 65_535) return port;
    throw new InvalidArgumentError(complaint);
  };
