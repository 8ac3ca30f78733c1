import type { Language } from '../../../i18n/texts.ts';

export type Theme = 'auto' | 'light' | 'dark';

/** What this browser remembers of the page. Nothing else is kept. */
export interface Settings {
  language: Language;
  theme: Theme;
  keys: boolean;
}

const NAME = 'ovld-page';

export function loadSettings(): Settings {
  const asked = new URLSearchParams(location.search).get('lang');
  const kept = readKept();
  const usual: Language = document.documentElement.lang === 'ja' ? 'ja' : 'en';
  return {
    language: isLanguage(asked) ? asked : isLanguage(kept['language']) ? kept['language'] : usual,
    theme: kept['theme'] === 'light' || kept['theme'] === 'dark' ? kept['theme'] : 'auto',
    keys: kept['keys'] !== false,
  };
}

export function saveSettings(settings: Settings): void {
  try {
    localStorage.setItem(NAME, JSON.stringify(settings));
  } catch {
    // Without storage the page works all the same.
  }
}

const isLanguage = (word: unknown): word is Language => word === 'en' || word === 'ja';

function readKept(): Record<string, unknown> {
  try {
    const kept = JSON.parse(localStorage.getItem(NAME) ?? '{}') as unknown;
    return typeof kept === 'object' && kept !== null ? (kept as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
