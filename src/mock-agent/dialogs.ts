import type { Key } from './keys.ts';

export type Answer = 'approved' | 'denied';

/** Permission dialogs, one at a time. Yes is the default, so Enter approves whatever it meant (C1). */
export interface Dialogs {
  ask(id: string): Promise<Answer>;
  /** Everything that is not an answer is dropped, text above all. */
  press(key: Key): void;
  readonly open: { id: string; choice: 'yes' | 'no' } | undefined;
}

export function openDialogs(changed: () => void): Dialogs {
  const asked: { id: string; choice: 'yes' | 'no'; answer: (answer: Answer) => void }[] = [];

  function settle(answer: Answer): void {
    asked.shift()?.answer(answer);
    changed();
  }

  return {
    ask: (id) =>
      new Promise((answer) => {
        asked.push({ id, choice: 'yes', answer });
        changed();
      }),
    press(key) {
      const [dialog] = asked;
      if (dialog === undefined) return;
      // Only a key by itself is an answer; the same digit inside a burst of text is not.
      const digit = key.kind === 'text' ? key.text : undefined;
      if (key.kind === 'enter') settle(dialog.choice === 'yes' ? 'approved' : 'denied');
      else if (digit === '1') settle('approved');
      else if (digit === '2' || key.kind === 'escape' || key.kind === 'interrupt') settle('denied');
      else if (key.kind === 'up' || key.kind === 'down') {
        dialog.choice = key.kind === 'up' ? 'yes' : 'no';
        changed();
      }
    },
    get open() {
      return asked[0];
    },
  };
}
