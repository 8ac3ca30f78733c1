// The end of `.ci/run`: which tests failed and why, which steps, and one line of figures.
// usage: ci-summary.mjs <vitest json report>… -- <failed step>…
import { existsSync, readFileSync } from 'node:fs';

const args = process.argv.slice(2);
const split = args.indexOf('--');
const reports = args.slice(0, split);
const steps = args.slice(split + 1);
const LINES_OF_A_FAILURE = 40;

let [passed, failed, skipped] = [0, 0, 0];
for (const file of reports) {
  const run = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : { numFailedTests: 1, testResults: [] };
  passed += run.numPassedTests ?? 0;
  failed += run.numFailedTests ?? 0;
  skipped += (run.numPendingTests ?? 0) + (run.numTodoTests ?? 0);
  for (const suite of run.testResults) {
    const broken = suite.assertionResults.filter(({ status }) => status === 'failed');
    const whole = suite.status === 'failed' && broken.length === 0;
    const told = whole ? [{ fullName: suite.name, failureMessages: [suite.message] }] : broken;
    for (const { fullName, failureMessages } of told) {
      const why = failureMessages.join('\n').split('\n').slice(0, LINES_OF_A_FAILURE);
      process.stdout.write(
        `FAILED TEST: ${fullName}\n${why.map((line) => `  ${line}`).join('\n')}\n`,
      );
    }
  }
}
for (const step of steps) process.stdout.write(`FAILED: ${step}\n`);
if (steps.length > 0 && failed === 0) failed = steps.length;
process.stdout.write(`${passed} passed, ${failed} failed, ${skipped} skipped\n`);
process.exitCode = failed > 0 || steps.length > 0 ? 1 : 0;
