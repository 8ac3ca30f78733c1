export interface Mutex {
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** First come, first served; a failing holder lets the next one in. */
export function createMutex(): Mutex {
  let tail: Promise<unknown> = Promise.resolve();
  return {
    run(work) {
      const result = tail.then(work);
      tail = result.catch(() => undefined);
      return result;
    },
  };
}
