/** A letter somebody has begun. */
export interface Draft {
  /** A role, `all`, or several roles with a blank between. */
  to: string;
  subject: string;
  body: string;
  urgent: boolean;
}

/** For whom it is opened, and which message it answers; a letter that answers none is another. */
export interface Occasion {
  army: string;
  to?: string | undefined;
  answering?: string | undefined;
}

export interface Drafts {
  /** The last one of that occasion; for nobody in particular, the last one that answers nothing. */
  find(occasion: Occasion): Draft | undefined;
  /** Instead of the one it was before, whoever it is for by now. */
  keep(occasion: Occasion, draft: Draft, before: Draft | undefined): Draft;
  drop(draft: Draft | undefined): void;
}

/** As much of a browser's storage as is needed. */
interface Shelf {
  getItem(name: string): string | null;
  setItem(name: string, value: string): void;
}

interface Kept extends Draft {
  army: string;
  answering: string | undefined;
}

const NAME = 'ovld-drafts';
const MOST = 50;

/** Begun letters, each for whom it was begun; they outlive a reload of the page, but not the tab. */
export function openDrafts(storage: Shelf): Drafts {
  let all = stored();

  function stored(): Kept[] {
    try {
      const value = JSON.parse(storage.getItem(NAME) ?? '[]') as unknown;
      return Array.isArray(value) ? value.filter(isKept) : [];
    } catch {
      return [];
    }
  }
  function change(next: Kept[]): void {
    all = next.slice(-MOST);
    try {
      storage.setItem(NAME, JSON.stringify(all));
    } catch {
      // A browser that keeps nothing still has them while the page is open.
    }
  }

  return {
    find: ({ army, to, answering }) =>
      all.findLast(
        (one) =>
          one.army === army && one.answering === answering && (to === undefined || one.to === to),
      ),
    keep({ army, answering }, draft, before) {
      const kept = { ...draft, army, answering };
      change([...all.filter((one) => one !== before), kept]);
      return kept;
    },
    drop: (draft) => change(all.filter((one) => one !== draft)),
  };
}

function isKept(value: unknown): value is Kept {
  if (typeof value !== 'object' || value === null) return false;
  const one = value as Record<string, unknown>;
  const texts = [one['army'], one['to'], one['subject'], one['body'], one['answering'] ?? ''];
  return texts.every((text) => typeof text === 'string') && typeof one['urgent'] === 'boolean';
}
