import type { Act } from '../wire.ts';
import type { Context } from './context.ts';
import { createButton } from './dom.ts';

/** Performs an act and shows its result; not twice at once. */
export function createActButton(
  { link, tell, texts }: Context,
  label: string,
  /** A function where it depends on what is so when the button is pressed. */
  act: Act | (() => Act),
  given: object,
  after?: () => void,
  /** False: the person has thought better of it. */
  isMeant?: () => boolean,
): HTMLButtonElement {
  const button = createButton(label, () => void run());
  async function run(): Promise<void> {
    if (button.disabled || isMeant?.() === false) return;
    button.disabled = true;
    try {
      tell(await link.act(typeof act === 'string' ? act : act(), given));
      after?.();
    } catch (error) {
      tell(error instanceof Error ? error.message : texts.failed, true);
    } finally {
      button.disabled = false;
      if (button.isConnected && document.activeElement === document.body) button.focus();
    }
  }
  return button;
}
