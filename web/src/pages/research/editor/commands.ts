import type { Editor } from '@tiptap/core';
import type { Carried, Node } from './blocks';
import { blockAt } from './moves';

/** What can be put into the text. Without `run` it needs more than a place, and a dialog asks for it. */
export interface Command {
  key: string;
  label: string;
  note: string;
  run?: (editor: Editor) => void;
  /** A file that was dropped or pasted. */
  file?: File;
}

const table = '| Column | Column |\n|---|---:|\n| text | 0 |';
/** A block that was begun here; the editor gives it a key. */
export const whole = (kind: Carried['kind'], attrs: Record<string, unknown>, body = ''): Node => ({
  type: 'whole',
  attrs: { block: { id: null, key: null, kind, body, attrs } },
});
const markdown = (kind: Carried['kind'], body: string): Node => ({
  type: 'markdown',
  attrs: { block: { id: null, key: null, kind, body: null, attrs: {} } },
  content: [{ type: 'text', text: body }],
});

/** The block becomes another kind, and stays the block that it was: its comments stay with it. */
function become(editor: Editor, type: string, attrs: Record<string, unknown> = {}) {
  if (editor.isActive('bulletList') || editor.isActive('orderedList'))
    editor.chain().focus().clearNodes().setNode(type, attrs).run();
  else editor.chain().focus().setNode(type, attrs).run();
}

function becomeList(editor: Editor, type: 'bulletList' | 'orderedList') {
  const before = blockAt(editor).node?.attrs['block'] as Carried | null;
  const chain = editor.chain().focus();
  const isText = editor.isActive('paragraph');
  if (!isText) chain.setNode('paragraph');
  (type === 'bulletList' ? chain.toggleBulletList() : chain.toggleOrderedList()).run();
  const { from, node } = blockAt(editor);
  if (before && node?.type.name === type) editor.view.dispatch(editor.state.tr.setNodeAttribute(from, 'block', before));
}

/** Puts a figure or words where the caret is, and a block behind the one of the caret; the caret goes behind it. */
export function put(editor: Editor, node: Node): void {
  const { selection } = editor.state;
  const caret = selection.$from;
  const isInText = caret.depth > 0;
  if (node.type === 'figure' || node.type === 'text') {
    const words: Node[] = [node, { type: 'text', text: ' ' }];
    if (isInText) editor.chain().focus().insertContent(words).run();
    else editor.chain().focus().insertContentAt(selection.to, { type: 'paragraph', content: words }).run();
    return;
  }
  const top = isInText ? caret.node(1) : null;
  const isEmpty = top?.type.name === 'paragraph' && top.content.size === 0;
  const from = isEmpty ? caret.before(1) : isInText ? caret.after(1) : selection.to;
  const to = isEmpty ? caret.after(1) : from;
  const isLast = to === editor.state.doc.content.size;
  const hasText = node.type === 'markdown';
  editor
    .chain()
    .focus()
    .insertContentAt({ from, to }, isLast && !hasText ? [node, { type: 'paragraph' }] : [node])
    .run();
  const behind = from + (editor.state.doc.nodeAt(from)?.nodeSize ?? 1) + 1;
  editor.commands.setTextSelection(hasText ? from + 1 : Math.min(behind, editor.state.doc.content.size));
}

export const commands: Command[] = [
  { key: 'paragraph', label: 'Text', note: 'a paragraph', run: (editor) => become(editor, 'paragraph') },
  ...([1, 2, 3] as const).map((level): Command => ({
    key: `heading${level}`,
    label: `Heading ${level}`,
    note: '#'.repeat(level),
    run: (editor) => become(editor, 'heading', { level }),
  })),
  { key: 'bullets', label: 'List', note: '- item', run: (editor) => becomeList(editor, 'bulletList') },
  { key: 'numbers', label: 'Numbered list', note: '1. item', run: (editor) => becomeList(editor, 'orderedList') },
  {
    key: 'todo',
    label: 'To-do',
    note: 'with a box to tick',
    run: (editor) => become(editor, 'todo', { checked: false }),
  },
  { key: 'quote', label: 'Quote', note: 'somebody else’s words', run: (editor) => become(editor, 'quote') },
  {
    key: 'callout',
    label: 'Callout',
    note: 'a note that stands out',
    run: (editor) => become(editor, 'callout', { tone: 'note' }),
  },
  { key: 'code', label: 'Code', note: 'as it is', run: (editor) => become(editor, 'codeBlock', { language: null }) },
  { key: 'table', label: 'Table', note: 'in Markdown', run: (editor) => put(editor, markdown('table', table)) },
  { key: 'divider', label: 'Divider', note: 'a line', run: (editor) => put(editor, { type: 'horizontalRule' }) },
  { key: 'citation', label: 'Cited figure', note: 'of the space, in the text or as a block' },
  { key: 'figure', label: 'Figure of a dataset', note: 'derived, cited, and kept up' },
  { key: 'field', label: 'Field of a transaction', note: 'cited' },
  { key: 'image', label: 'Picture or file', note: 'up to 25 MiB' },
  { key: 'chart', label: 'Chart of prices', note: 'of a pool' },
  { key: 'transaction', label: 'Transaction', note: 'with its fields' },
  { key: 'block', label: 'Block of a chain', note: 'with its header' },
  { key: 'query', label: 'Query', note: 'of a dataset' },
];

export function commandOf(key: string, file?: File): Command {
  const found = commands.find((command) => command.key === key) as Command;
  return file ? { ...found, file } : found;
}
