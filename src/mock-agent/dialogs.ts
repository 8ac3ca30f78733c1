import type { Key } from '../terminal/keys.ts';

type Answer = 'approved' | 'denied';

/** Permission dialogs, one at a time. Yes is the default, so Enter approves whatever it meant (C1). */
export function openDialogs(changed: () => void) {
  const asked: { id: string; choice: 'yes' | 'no'; answer: (answer: Answer) => void }[] = [];

  function settle(answer: Answer): void {
    asked.shift()?.answer(answer);
    changed();
  }

  return {
    ask: (id: string): Promise<Answer> =>
      new Promise((answer) => {
        asked.push({ id, choice: 'yes', answer });
        changed();
      }),
    /** Everything that is not an answer is dropped, text above all. */
    press(key: Key): void {
      const [dialog] = asked;
      if (dialog === undefined) return;
      // Only a key by itself is an answer; the same digit inside a burst of text is not.
      const digit = key.name === 'text' ? key.text : undefined;
      const isInterrupt = key.name === 'ctrl' && key.char === 'c';
      if (key.name === 'enter') settle(dialog.choice === 'yes' ? 'approved' : 'denied');
      else if (digit === '1') settle('approved');
      else if (digit === '2' || key.name === 'escape' || isInterrupt) settle('denied');
      else if (key.name === 'up' || key.name === 'down') {
        dialog.choice = key.name === 'up' ? 'yes' : 'no';
        changed();
      }
    },
    get open(): { id: string; choice: 'yes' | 'no' } | undefined {
      return asked[0];
    },
  };
}
