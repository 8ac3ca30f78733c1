import type { KnowledgeHit } from '../../../work/knowledge-search.ts';
import { readable, readableLine } from '../view/readable.ts';
import type { Context, View } from './context.ts';
import { el, setText } from './dom.ts';

export function createKnowledgeView({ texts, link }: Context): View {
  const words = texts.knowledge;
  const query = el('input', {
    type: 'search',
    id: 'knowledge-query',
    maxlength: 500,
    placeholder: words.placeholder,
    autocomplete: 'off',
    'aria-label': words.label,
    // The browser empties the field; then keys are the page's again.
    keydown: ({ key, isComposing }: KeyboardEvent) => {
      if (key === 'Escape' && !isComposing) query.blur();
    },
  });
  const said = el('p', { class: 'fine', role: 'status' });
  const list = el('ul', { class: 'knowledge-list' });
  const search = el('button', { type: 'submit' }, texts.acts.search);
  const form = el('form', { role: 'search', class: 'search', submit }, query, search);
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
      const { hits } = await link.look<{ hits: readonly KnowledgeHit[] }>('/knowledge', {
        q: query.value,
      });
      // A later question was asked meanwhile.
      if (turn !== asked) return;
      list.replaceChildren(...hits.map(entry));
      form.scrollIntoView({ block: 'start' });
      const how = query.value.trim() === '' ? ` · ${words.newest}` : '';
      setText(said, hits.length === 0 ? words.nothing : `${words.found(hits.length)}${how}`);
    } catch (error) {
      setText(said, error instanceof Error ? error.message : texts.failed);
    }
  }

  function entry({ entry: found, path }: KnowledgeHit): HTMLElement {
    const { id, type, title, content, tags, files, source_task: source } = found;
    const tag = el('span', { class: 'tag' }, words.types[type]);
    const summary = el('summary', {}, tag, el('bdi', {}, readableLine(title)));
    const body = el('pre', { class: 'letter-body', tabindex: 0 }, readable(content));
    const marks = tags.map((word) => `#${word}`);
    const about = [...marks, ...files, source && words.from(source), path ?? id]
      .filter(Boolean)
      .map((part) => readableLine(String(part)));
    const foot = el('p', { class: 'fine' }, about.join(' · '));
    return el('li', {}, el('details', {}, summary, body, foot));
  }

  return { node, draw: () => undefined };
}
