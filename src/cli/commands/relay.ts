import { composeRelay, composeRelayWork } from '../../compose/relay.ts';
import { relaySettings } from '../../config/relay-settings.ts';
import { relay as en } from '../../i18n/en/relay.ts';
import { relay as ja } from '../../i18n/ja/relay.ts';
import { stderrLog } from '../../kit/log.ts';
import { ENDING_SIGNALS } from '../../kit/signals.ts';
import { serveRelay } from '../../mcp/server.ts';
import { EXIT } from '../output/failure.ts';
import { defineCommand } from '../parse/define-command.ts';
import { ownArgv } from '../terminal/own-process.ts';
import { version } from '../version.ts';

/** Lives as long as its agent: until stdin ends or a signal comes. Both are a clean end. */
export const command = defineCommand({
  group: 'programs',
  place: 1,
  texts: { en, ja },
  examples: {
    started: 'OVLD_ROLE=storm OVLD_SESSION=mine OVLD_RELAY_DIR=$PWD/mail ovld relay',
    help: 'ovld relay --help',
  },
  async run(_given, { env }) {
    const settings = relaySettings(env);
    const log = stderrLog(`ovld relay ${settings.role}: `);
    const ending = new AbortController();
    let asked = false;
    for (const signal of ENDING_SIGNALS) {
      process.on(signal, () => {
        // A terminal that closes with its agent sends SIGHUP to all processes in it.
        asked ||= signal !== 'SIGHUP';
        ending.abort();
      });
    }
    const relay = await composeRelay(settings, log, ownArgv());
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
  },
});
