import type { Act } from '../wire.ts';
import type { Context } from './context.ts';
import { el } from './dom.ts';

/** Does something for the person and tells what became of it; not twice at once. */
export function actButton(
  { link, tell, texts }: Context,
  label: string,
  act: Act,
  given: object,
  after?: () => void,
): HTMLButtonElement {
  const button = el('button', { type: 'button', click: () => void run() }, label);
  async function run(): Promise<void> {
    if (button.disabled) return;
    button.disabled = true;
    try {
      tell(await link.act(act, given));
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
