/** How many callers of `settle` wait for their next turn: they are no work of the code under test. */
let waiting = 0;

async function nextTurn(): Promise<void> {
  waiting += 1;
  await new Promise((resolve) => setImmediate(resolve));
  waiting -= 1;
}

function hasWorkLeft(): boolean {
  const resources = process.getActiveResourcesInfo();
  const turns = resources.filter((resource) => resource === 'Immediate').length;
  return turns > waiting || resources.some((resource) => resource.startsWith('FSReq'));
}

/** Lets everything happen that waits for no timer: turns of the event loop until none leaves work behind. */
export async function settle(): Promise<void> {
  do await nextTurn();
  while (hasWorkLeft());
}
