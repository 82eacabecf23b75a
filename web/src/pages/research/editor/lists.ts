import type { Node } from './blocks';
import { parseInline } from './parseInline';
import { writeInline } from './writeInline';

// White space that Markdown does not know, as a space that does not break, belongs to the text.
const LINE = /^( *)(?:([-*+])|(\d{1,9})([.)]))( +)([^ \t\r\f\v][^\n]*|)$/;

interface Line {
  indent: number;
  /** Where the item's own text begins. */
  inside: number;
  marker: string;
  start: number | null;
  text: string;
}

/** A list whose items are one line each, and lists within it; null for any other, which is edited as Markdown. */
export function parseList(body: string): Node | null {
  const lines: Line[] = [];
  for (const text of body.replace(/\n+$/, '').split('\n')) {
    const found = LINE.exec(text);
    if (!found || (found[5] ?? '').length > 4 || /^\[[ xX]\](\s|$)/.test(found[6] ?? '')) return null;
    const [, indent = '', bullet, number, ending, gap = '', rest = ''] = found;
    const marker = bullet ?? `${number}${ending}`;
    lines.push({
      indent: indent.length,
      inside: indent.length + marker.length + gap.length,
      marker: bullet ?? (ending as string),
      start: number ? Number(number) : null,
      text: rest,
    });
  }
  const taken = { at: 0 };
  const list = listAt(lines, taken, 0, 3);
  return list && taken.at === lines.length ? list : null;
}

function listAt(lines: Line[], taken: { at: number }, least: number, most: number): Node | null {
  const first = lines[taken.at];
  if (!first || first.indent < least || first.indent > most) return null;
  const items: Node[] = [];
  while (taken.at < lines.length) {
    const line = lines[taken.at] as Line;
    if (line.indent < least) break;
    // Another marker would begin another list right behind.
    if (
      line.indent !== first.indent ||
      line.marker !== first.marker ||
      (line.start === null) !== (first.start === null)
    )
      return null;
    const content = parseInline(line.text);
    if (!content) return null;
    taken.at += 1;
    const paragraph: Node = content.length ? { type: 'paragraph', content } : { type: 'paragraph' };
    const item: Node = { type: 'listItem', content: [paragraph] };
    const next = lines[taken.at];
    if (next && next.indent >= line.inside) {
      const inner = listAt(lines, taken, line.inside, line.inside + 3);
      if (!inner) return null;
      item.content?.push(inner);
    } else if (next && next.indent > line.indent) return null;
    items.push(item);
  }
  return first.start === null
    ? { type: 'bulletList', content: items }
    : { type: 'orderedList', attrs: { start: first.start }, content: items };
}

/** A list as Markdown; what lies deeper is indented to where the item's text begins. */
export function writeList(list: Node, indent = ''): string {
  const isOrdered = list.type === 'orderedList';
  const start = Number(list.attrs?.['start'] ?? 1);
  return (list.content ?? [])
    .map((item, place) => {
      const marker = isOrdered ? `${start + place}. ` : '- ';
      const [paragraph, ...lists] = item.content ?? [];
      const text = writeInline(
        (paragraph?.content ?? []).map((node) => (node.type === 'hardBreak' ? { type: 'text', text: ' ' } : node)),
      );
      return [
        `${indent}${marker}${text}`,
        ...lists.map((inner) => writeList(inner, indent + ' '.repeat(marker.length))),
      ].join('\n');
    })
    .join('\n');
}
