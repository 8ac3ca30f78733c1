import type { LoreHit } from '../../../work/work.ts';
import { readable, readableLine } from '../view/readable.ts';
import type { Context, View } from './context.ts';
import { el, say } from './dom.ts';

/** What the army has learnt, looked up when somebody asks. */
export function knowledgeView({ texts, link }: Context): View {
  const words = texts.knowledge;
  const query = el('input', {
    type: 'search',
    id: 'knowledge-query',
    maxlength: 500,
    placeholder: words.placeholder,
    autocomplete: 'off',
    'aria-label': words.label,
    // Empties it, as a browser does; and then keys are the page's again.
    keydown: ({ key, isComposing }: KeyboardEvent) => {
      if (key === 'Escape' && !isComposing) query.blur();
    },
  });
  const said = el('p', { class: 'fine', role: 'status' });
  const list = el('ul', { class: 'lore' });
  const form = el(
    'form',
    { role: 'search', class: 'search', submit },
    query,
    el('button', { type: 'submit' }, texts.acts.search),
  );
  const node = el('div', { class: 'knowledge' }, form, said, list);
  let asked = 0;

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    void find();
  }

  async function find(): Promise<void> {
    asked += 1;
    const turn = asked;
    try {
      const { hits } = await link.look<{ hits: readonly LoreHit[] }>('/knowledge', {
        q: query.value,
      });
      // Somebody has asked something else meanwhile.
      if (turn !== asked) return;
      list.replaceChildren(...hits.map(entry));
      form.scrollIntoView({ block: 'start' });
      const how = query.value.trim() === '' ? ` · ${words.newest}` : '';
      say(said, hits.length === 0 ? words.nothing : `${words.found(hits.length)}${how}`);
    } catch (error) {
      say(said, error instanceof Error ? error.message : texts.failed);
    }
  }

  function entry({ entry: found, path }: LoreHit): HTMLElement {
    const { id, type, title, content, tags, files, source_task: source } = found;
    return el(
      'li',
      {},
      el(
        'details',
        {},
        el(
          'summary',
          {},
          el('span', { class: 'tag' }, words.types[type]),
          el('bdi', {}, readableLine(title)),
        ),
        el('pre', { class: 'letter-body', tabindex: 0 }, readable(content)),
        el(
          'p',
          { class: 'fine' },
          [...tags.map((tag) => `#${tag}`), ...files, source && words.from(source), path ?? id]
            .filter(Boolean)
            .map((part) => readableLine(String(part)))
            .join(' · '),
        ),
      ),
    );
  }

  return { node, draw: () => undefined };
}
