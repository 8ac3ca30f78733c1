/** Waits for a condition, never for a time; gives up after a bounded while with what it last saw. */
export async function waitFor<T>(
  look: () => T | undefined | false | Promise<T | undefined | false>,
  what: string,
  patienceMs = 45_000,
): Promise<T> {
  const end = performance.now() + patienceMs;
  for (;;) {
    const seen = await look();
    if (seen !== undefined && seen !== false) return seen;
    if (performance.now() > end) throw new Error(`still waiting for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
