const LONG = 800;
const MANY_NEWLINES = 3;

/**
 * What stands in the composer: letters, and pastes that are shown only by their sign. Pastes are counted for
 * as long as the agent lives.
 */
export function openDraft() {
  let parts: { text: string; sign?: string }[] = [];
  let pastes = 0;

  const insert = (text: string): void => {
    for (const letter of text) parts.push({ text: letter });
  };

  return {
    insert,
    paste(text: string): void {
      const newlines = text.split('\n').length - 1;
      if (newlines < MANY_NEWLINES && text.length <= LONG) return insert(text);
      pastes += 1;
      const lines = newlines > 0 ? ` +${newlines} lines` : '';
      parts.push({ text, sign: `[Pasted text #${pastes}${lines}]` });
    },
    backspace: (): void => void parts.pop(),
    set(text: string): void {
      parts = [];
      insert(text);
    },
    /** Everything, as it would be submitted. */
    text: (): string => parts.map(({ text }) => text).join(''),
    shown: (): string => parts.map(({ text, sign }) => sign ?? text).join(''),
  };
}
