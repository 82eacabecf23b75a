import type { Editor } from '@tiptap/core';
import { NodeSelection, TextSelection } from '@tiptap/pm/state';

/** The block in which the caret stands, or which is chosen. */
export function blockAt(editor: Editor) {
  const { selection, doc } = editor.state;
  const index = selection.$from.index(0);
  const from =
    selection instanceof NodeSelection && selection.$from.depth === 0
      ? selection.from
      : selection.$from.depth > 0
        ? selection.$from.before(1)
        : selection.from;
  return { index, from, node: doc.maybeChild(index) };
}

/** Moves the block by one place; the caret goes along. */
export function moveBlock(editor: Editor, by: -1 | 1): boolean {
  const { state, view } = editor;
  const { index, from, node } = blockAt(editor);
  const other = state.doc.maybeChild(index + by);
  if (!node || !other) return false;
  const to = by < 0 ? from - other.nodeSize : from + other.nodeSize;
  const inside = state.selection.from - from;
  const change = state.tr.delete(from, from + node.nodeSize).insert(to, node);
  const caret = to + inside;
  change.setSelection(
    node.isAtom ? NodeSelection.create(change.doc, to) : TextSelection.near(change.doc.resolve(caret)),
  );
  view.dispatch(change.scrollIntoView());
  view.focus();
  return true;
}

export function removeBlock(editor: Editor): boolean {
  const { state, view } = editor;
  const { from, node } = blockAt(editor);
  if (!node) return false;
  const change =
    state.doc.childCount > 1
      ? state.tr.delete(from, from + node.nodeSize)
      : state.tr.replaceWith(from, from + node.nodeSize, state.schema.nodes['paragraph']?.create() as never);
  view.dispatch(change.scrollIntoView());
  view.focus();
  return true;
}
