import type { WakeFailure } from '../../../errors.ts';
import type { Language } from '../../../i18n/texts.ts';
import type { WebPageTexts } from '../../../i18n/web.ts';
import type { Part, Picture, RoleSight } from '../../../lookout/picture.ts';
import type { Move } from '../view/merge.ts';
import type { Wanted } from './compose.ts';
import type { Link } from './link.ts';

/** What every part of the page is given. */
export interface Context {
  texts: WebPageTexts;
  language: Language;
  link: Link;
  /** Undefined until the first picture has come. */
  picture: () => Picture | undefined;
  /** Shows the result of an act to the person, and speaks it. */
  tell: (text: string, failed?: boolean) => void;
  /** Why a ring failed, in words; the code itself until they have come. */
  wakeWords: (code: WakeFailure) => string;
  openRole: (role: string) => void;
  openLetter: (to: string, id: string) => void;
  openTask: (id: string) => void;
  compose: (wanted?: Wanted) => void;
  /** Shows only the messages of one role, or all. */
  filterFeed: (who: string | undefined) => void;
}

export interface View {
  node: HTMLElement;
  /** Only called for parts that changed; `all` after a whole picture or another language. */
  draw(picture: Picture, parts: ReadonlySet<Part>, moves: readonly Move[]): void;
}

/** The name a role is shown by: its own, and its title where that says more. */
export function titleOf(
  { role, title }: Pick<RoleSight, 'role' | 'title'>,
  language: Language,
): string | undefined {
  const word = title?.[language];
  return word === undefined || role.startsWith(word.toLowerCase()) ? undefined : word;
}
