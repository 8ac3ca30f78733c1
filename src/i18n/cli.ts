import { enCli } from './cli-en.ts';
import { jaCli } from './cli-ja.ts';
import type { CliTexts, Language } from './texts.ts';

export const cliTexts: Record<Language, CliTexts> = { en: enCli, ja: jaCli };
