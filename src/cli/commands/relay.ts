import { composeRelay, composeRelayWork } from '../../compose/relay.ts';
import { relaySettings } from '../../config/relay-settings.ts';
import { stderrLog } from '../../kit/log.ts';
import { serveRelay } from '../../mcp/server.ts';
import { EXIT } from '../failure.ts';
import { version } from '../version.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Lives as long as its agent: until stdin ends or a signal comes. Both are a clean end. */
export async function relayCommand(
  env: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  const settings = relaySettings(env);
  const log = stderrLog(`ovld relay ${settings.role}: `);
  const ending = new AbortController();
  let asked = false;
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      // A terminal that goes with its agent sends that to everybody in it.
      asked ||= signal !== 'SIGHUP';
      ending.abort();
    });
  }
  const relay = await composeRelay(settings, log);
  try {
    const { stdin: input, stdout: output } = process;
    const work = composeRelayWork(settings, relay, log, { signal: ending.signal });
    await serveRelay({ relay, work, version, input, output, log, signal: ending.signal });
  } finally {
    await relay.stop(asked);
    process.stdin.destroy();
    // What a client that stopped reading has not taken by now would keep the process for ever.
    if (process.stdout.writableLength > 0) process.exit(EXIT.done);
  }
  return EXIT.done;
}
