import { writeSync } from 'node:fs';
import { languageOf, processEnv } from '../../config/env.ts';
import { output as en } from '../../i18n/en/output.ts';
import { output as ja } from '../../i18n/ja/output.ts';

let isReported = false;

/**
 * For every command but a relay, whose output is its own. The reader may leave (`| head`) while there
 * is work to do: that goes on to its end, and ends as it would. Any other trouble is told once, and is a failure.
 */
export function mindOutput(): void {
  const { stdout, stderr } = process;
  stdout.on('error', (error) => {
    if (!hasLeft(error, stdout.isTTY)) outputLost(error);
  });
  stderr.on('error', (error) => {
    if (!hasLeft(error, stderr.isTTY)) process.exitCode ||= 1;
  });
}

/** Past the streams: theirs may be what failed. */
export function outputLost(error: unknown): void {
  process.exitCode ||= 1;
  if (isReported) return;
  isReported = true;
  const { code = String(error) } = error as NodeJS.ErrnoException;
  try {
    writeSync(2, `ovld: ${{ en, ja }[languageOf(processEnv())](code)}\n`);
  } catch {
    // No stream is left to report it on.
  }
}

const GONE = /^(?:EPIPE|ECONNRESET)$/;

/** A terminal that was closed fails with EIO; on a disk that is a failure. */
export const hasLeft = (error: unknown, terminal = false): boolean => {
  const { code = '' } = error as NodeJS.ErrnoException;
  return GONE.test(code) || (terminal && code === 'EIO');
};
