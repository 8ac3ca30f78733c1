import { composeKeep } from '../../compose/keep.ts';
import { relaySettings } from '../../config/relay-settings.ts';
import { keep as en } from '../../i18n/en/keep.ts';
import { keep as ja } from '../../i18n/ja/keep.ts';
import { EXIT } from '../output/failure.ts';
import { defineCommand } from '../parse/define-command.ts';
import { needed } from '../parse/values.ts';

const DAY_MS = 86_400_000;

/** Runs when a relay has died without a word, until the agent has one again or is gone. */
export const command = defineCommand({
  group: 'programs',
  place: 3,
  texts: { en, ja },
  args: { agent: needed() },
  examples: {
    started: 'OVLD_ROLE=storm OVLD_SESSION=mine OVLD_RELAY_DIR=$PWD/mail ovld keep 4711:815',
    help: 'ovld keep --help',
  },
  async run({ agent }, { env }) {
    // Its pauses are timers that keep no process alive.
    const staying = setInterval(() => undefined, DAY_MS);
    try {
      await composeKeep(relaySettings(env), agent);
      return EXIT.done;
    } finally {
      clearInterval(staying);
    }
  },
});
