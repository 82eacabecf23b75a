import type { NodeViewRenderer } from '@tiptap/core';
import { plain, short } from '../../../figures/text';
import { chainName, moduleName } from '../../../words/names';
import { figureNotes } from '../citations';
import { shownValue, signs, type Format } from '../figure';
import type { Carried } from './blocks';
import type { Surroundings } from './surroundings';

export type { Surroundings } from './surroundings';

function element(tag: string, className: string, ...inside: (Node | string)[]): HTMLElement {
  const made = document.createElement(tag);
  made.className = className;
  made.append(...inside);
  return made;
}

/** A cited figure in the text. */
export const figureView =
  (around: Surroundings): NodeViewRenderer =>
  ({ node }) => {
    const dom = element('span', 'cited');
    const id = Number(node.attrs['id']);
    const stop = around.watch(() => {
      const figure = around.figure(id);
      dom.className = `cited ${figure ? figureNotes[figure.verification_state][0] : ''}`;
      dom.title = figure
        ? `${plain(figure.label ?? 'Cited figure')}: ${figureNotes[figure.verification_state][1]}`
        : `Citation ${id}`;
      dom.textContent = figure
        ? `${figure.value === null ? '—' : shownValue(figure.value)} ${signs[figure.verification_state]}`
        : `citation ${id}`;
    });
    return { dom, destroy: stop };
  };

/** A task: the box stands before the text. */
export const todoView: NodeViewRenderer = ({ node, editor, getPos }) => {
  const box = document.createElement('input');
  box.type = 'checkbox';
  box.checked = node.attrs['checked'] === true;
  box.setAttribute('aria-label', 'Done');
  box.contentEditable = 'false';
  const contentDOM = element('div', 'todo-text');
  const dom = element('div', 'todo', box, contentDOM);
  box.addEventListener('mousedown', (event) => event.preventDefault());
  box.addEventListener('change', () => {
    const place = getPos();
    if (place !== undefined) editor.view.dispatch(editor.state.tr.setNodeAttribute(place, 'checked', box.checked));
  });
  return {
    dom,
    contentDOM,
    update: (next) => {
      if (next.type.name !== 'todo') return false;
      box.checked = next.attrs['checked'] === true;
      return true;
    },
    stopEvent: (event) => event.target === box,
    ignoreMutation: (mutation) => !contentDOM.contains(mutation.target),
  };
};

/** What a block that is no text says of itself. */
export function summary({ kind, attrs }: Pick<Carried, 'kind' | 'attrs'>): string {
  const text = (name: string) => plain(String(attrs[name] ?? ''), 120);
  switch (kind) {
    case 'transaction':
      return `${short(text('hash'))} on ${chainName(text('chain'))}`;
    case 'block':
      return `${Number(attrs['number']).toLocaleString('en-US')} on ${chainName(text('chain'))}`;
    case 'query':
      return moduleName(text('dataset'));
    case 'chart':
      return [
        moduleName(text('source')),
        attrs['pool'] ? short(text('pool')) : '',
        attrs['period'] ? text('period') : '',
      ]
        .filter(Boolean)
        .join(', ');
    default:
      return '';
  }
}

/** A block that is no text: it can be chosen, moved and removed; its caption is changed with the button of the bar. */
export const wholeView =
  (around: Surroundings): NodeViewRenderer =>
  ({ node }) => {
    const dom = element('div', 'panel whole');
    let block = node.attrs['block'] as Carried;
    const draw = () => {
      const { kind, attrs } = block;
      const inside: (Node | string)[] = [element('div', 'label', moduleName(kind))];
      const file = around.file(Number(attrs['upload_id']));
      const figure = around.figure(Number(attrs['citation_id']));
      if (kind === 'image' && file) {
        const image = document.createElement('img');
        image.src = file.url;
        image.alt = String(attrs['alt'] ?? '');
        inside.push(image);
      } else if (kind === 'file')
        inside.push(element('div', 'strong', plain(file?.file_name ?? `Upload ${String(attrs['upload_id'])}`)));
      else if (kind === 'citation' || kind === 'live_value') {
        const value = figure
          ? figure.value === null
            ? '—'
            : shownValue(figure.value, (attrs['format'] ?? 'grouped') as Format)
          : `citation ${String(attrs['citation_id'])}`;
        inside.push(
          element(
            'div',
            'value',
            element('span', `cited ${figure ? figureNotes[figure.verification_state][0] : ''}`, value),
          ),
          element('div', 'muted small', plain(figure?.label ?? '', 200)),
        );
      } else inside.push(element('div', 'strong', summary(block)));
      if (attrs['caption']) inside.push(element('div', 'muted small', plain(String(attrs['caption']), 300)));
      dom.replaceChildren(...inside);
    };
    const stop = around.watch(draw);
    return {
      dom,
      update: (next) => {
        if (next.type.name !== 'whole' || !next.attrs['block']) return false;
        block = next.attrs['block'] as Carried;
        draw();
        return true;
      },
      destroy: stop,
      ignoreMutation: () => true,
    };
  };
