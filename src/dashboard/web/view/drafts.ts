/** A letter that was begun and not sent. */
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

export type Drafts = ReturnType<typeof openDrafts>;

/** As much of a browser's storage as is needed. */
interface DraftStorage {
  getItem(name: string): string | null;
  setItem(name: string, value: string): void;
}

interface Kept extends Draft {
  army: string;
  answering: string | undefined;
}

const NAME = 'ovld-drafts';
const MOST = 50;

/** Drafts by recipient; they outlive a reload of the page, but not the tab. */
export function openDrafts(storage: DraftStorage) {
  let all = readStored();

  function readStored(): Kept[] {
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
      // Without storage they last while the page is open.
    }
  }

  return {
    /** The last draft of that occasion; without a recipient, the last one that answers nothing. */
    find: ({ army, to, answering }: Occasion): Draft | undefined =>
      all.findLast(
        (one) =>
          one.army === army && one.answering === answering && (to === undefined || one.to === to),
      ),
    /** Replaces the draft `before`, which may have had another recipient. */
    keep({ army, answering }: Occasion, draft: Draft, before: Draft | undefined): Draft {
      const kept = { ...draft, army, answering };
      change([...all.filter((one) => one !== before), kept]);
      return kept;
    },
    drop: (draft: Draft | undefined): void => change(all.filter((one) => one !== draft)),
  };
}

function isKept(value: unknown): value is Kept {
  if (typeof value !== 'object' || value === null) return false;
  const one = value as Record<string, unknown>;
  const texts = [one['army'], one['to'], one['subject'], one['body'], one['answering'] ?? ''];
  return texts.every((text) => typeof text === 'string') && typeof one['urgent'] === 'boolean';
}
