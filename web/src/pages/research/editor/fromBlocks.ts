import type { BlockKind, Carried, EditorBlock, Node } from './blocks';
import { parseList } from './lists';
import { parseInline } from './parseInline';

/** Kinds that the editor shows as one thing each: the node carries the whole block. */
const wholes = new Set<BlockKind>([
  'image',
  'file',
  'citation',
  'live_value',
  'chart',
  'transaction',
  'block',
  'query',
]);

/**
 * The blocks of a page as nodes of the editor. Each node carries its block as it was read: `toBlocks` gives back the very text and
 * attributes of what nobody changed. A text that the editor cannot show with its marks becomes a node of Markdown.
 */
export function fromBlocks(blocks: readonly EditorBlock[]): Node {
  const content = blocks.map(fromBlock);
  return { type: 'doc', content: content.length ? content : [{ type: 'paragraph', attrs: { block: null } }] };
}

export function fromBlock({ id, key, kind, body, attrs }: EditorBlock): Node {
  const block: Carried = { id, key, kind, body, attrs };
  const shown = wholes.has(kind) ? null : shownAs(kind, body, attrs);
  if (shown) return { ...shown, attrs: { ...shown.attrs, block } };
  if (wholes.has(kind)) return { type: 'whole', attrs: { block } };
  return { type: 'markdown', attrs: { block }, ...(body ? { content: [{ type: 'text', text: body }] } : {}) };
}

/** The node without its block; null where the text is edited as Markdown. */
export function shownAs(kind: BlockKind, body: string, attrs: Record<string, unknown>): Node | null {
  if (kind === 'divider') return body ? null : { type: 'horizontalRule' };
  if (kind === 'code')
    return {
      type: 'codeBlock',
      attrs: { language: attrs['language'] ?? null },
      ...(body ? { content: [{ type: 'text', text: body }] } : {}),
    };
  if (kind === 'list') return parseList(body);
  if (kind === 'table' || wholes.has(kind)) return null;
  const content = parseInline(body);
  if (!content) return null;
  const text = content.length ? { content } : {};
  if (kind === 'heading') return { type: 'heading', attrs: { level: attrs['level'] ?? 1 }, ...text };
  if (kind === 'todo') return { type: 'todo', attrs: { checked: attrs['checked'] === true }, ...text };
  if (kind === 'callout') return { type: 'callout', attrs: { tone: attrs['tone'] ?? 'note' }, ...text };
  return { type: kind === 'quote' ? 'quote' : 'paragraph', ...text };
}
