import { sameJson, type Attributes, type BlockKind, type Carried, type EditorBlock, type Node } from './blocks';
import { shownAs } from './fromBlocks';
import { writeList } from './lists';
import { merged } from './parseInline';
import { writeInline } from './writeInline';

const kinds: Record<string, BlockKind> = {
  paragraph: 'paragraph',
  heading: 'heading',
  todo: 'todo',
  quote: 'quote',
  callout: 'callout',
  codeBlock: 'code',
  bulletList: 'list',
  orderedList: 'list',
  horizontalRule: 'divider',
};

/** The blocks of the editor's document. What nobody changed has the text and the attributes that were read, to the letter. */
export function toBlocks(document: Node): EditorBlock[] {
  return (document.content ?? []).map(toBlock);
}

export function toBlock(node: Node): EditorBlock {
  const carried = (node.attrs?.['block'] ?? null) as Carried | null;
  const { id, key } = carried ?? { id: null, key: null };
  const kind = kinds[node.type] ?? carried?.kind ?? 'paragraph';
  // Attributes of another kind would be refused.
  const attrs = carried && carried.kind === kind ? carried.attrs : {};
  if (node.type === 'whole') return { id, key, kind, body: carried?.body ?? '', attrs };
  if (node.type === 'markdown') return { id, key, kind, body: textIn(node), attrs };
  const before = carried && carried.body !== null ? shownAs(kind, carried.body, attrs) : null;
  const isSame = !!before && sameJson(shownOf(before), shownOf(node));
  const body = isSame ? (carried?.body ?? '') : bodyOf(node);
  const hasAttrs =
    !!before && carried?.kind === kind && before.type === node.type && sameJson(settings(before), settings(node));
  return { id, key, kind, body, attrs: hasAttrs ? attrs : attributesOf(node, kind, attrs) };
}

function bodyOf(node: Node): string {
  if (node.type === 'horizontalRule') return '';
  if (node.type === 'codeBlock') return textIn(node);
  if (node.type === 'bulletList' || node.type === 'orderedList') return writeList(node);
  const content = node.content ?? [];
  // A heading is one line.
  return writeInline(
    node.type === 'heading'
      ? content.map((inner) => (inner.type === 'hardBreak' ? { type: 'text', text: ' ' } : inner))
      : content,
  );
}

/** What a node says beside its text. */
const settings = ({ attrs }: Node) => [
  attrs?.['level'] ?? null,
  attrs?.['checked'] ?? null,
  attrs?.['tone'] ?? null,
  attrs?.['language'] ?? null,
];

/** The attributes of a block that was begun or changed here. */
function attributesOf(node: Node, kind: BlockKind, attrs: Attributes): Attributes {
  const value = (name: string) => node.attrs?.[name];
  switch (kind) {
    case 'heading':
      return { ...attrs, level: value('level') ?? 1 };
    case 'todo':
      return { ...attrs, checked: value('checked') === true };
    case 'callout':
      return { ...attrs, tone: value('tone') ?? 'note' };
    case 'code': {
      const { language: _, ...others } = attrs;
      return value('language') ? { ...others, language: value('language') } : others;
    }
    case 'list':
      return node.type === 'orderedList' || attrs['ordered']
        ? { ...attrs, ordered: node.type === 'orderedList' }
        : attrs;
    default:
      return attrs;
  }
}

const textIn = (node: Node) => (node.content ?? []).map((inner) => inner.text ?? '').join('');

/** What is shown, without what nodes carry: attributes that stand for nothing are left out. */
function shownOf(node: Node): unknown {
  const clean = (one: Node): Node => {
    const { attrs, content, marks, ...rest } = one;
    const start = one.type === 'orderedList' ? { attrs: { start: attrs?.['start'] ?? 1 } } : {};
    const figure = one.type === 'figure' ? { attrs: { id: attrs?.['id'] } } : {};
    const list = marks?.map((mark) =>
      mark.type === 'link' ? { type: mark.type, attrs: { href: mark.attrs?.['href'] } } : { type: mark.type },
    );
    return {
      ...rest,
      ...start,
      ...figure,
      ...(list?.length ? { marks: list.sort((first, second) => (first.type < second.type ? -1 : 1)) } : {}),
      ...(content?.length ? { content: merged(content.map(clean)) } : {}),
    };
  };
  return clean(node);
}
