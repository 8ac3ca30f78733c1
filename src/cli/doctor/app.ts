import type { Command } from 'commander';
import { doctorTexts } from '../../i18n/doctor.ts';
import type { AppContext } from '../app-context.ts';
import { withExamples } from '../examples.ts';
import type { DoctorFlags } from './doctor.ts';

export function addDoctorCommand(app: Command, { env, language, done }: AppContext): void {
  const texts = doctorTexts[language];
  const command = app
    .command('doctor')
    .description(texts.about)
    .option('--fix', texts.fix)
    .option('--json', texts.json)
    .action(async (given: DoctorFlags) => {
      const { doctorCommand } = await import('./doctor.ts');
      done(await doctorCommand(env, language, given));
    });
  withExamples(command, language, [
    ['ovld doctor', texts.examples.look],
    ['ovld doctor --fix', texts.examples.fix],
    ['ovld doctor --json', texts.examples.json],
  ]);
}
