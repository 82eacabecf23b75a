import type { Mark, Node } from './blocks';
import { merged, parseInline, TOKEN } from './parseInline';

/** Writes text with marks as Markdown that is read as the same. Where that cannot be written, marks are left away, never text. */
export function writeInline(content: readonly Node[]): string {
  const nodes = tidy(content);
  for (const style of ['*', '_', 'entity'] as const) {
    const text = written(nodes, style);
    if (reads(text, nodes)) return text;
  }
  const links = tidy(
    nodes.map((node) => ({
      ...node,
      marks: (node.marks ?? []).filter((mark) => mark.type === 'link' || mark.type === 'code'),
    })),
  );
  const fewer = written(links, '*');
  if (reads(fewer, links)) return fewer;
  return written(tidy(nodes.map(({ marks: _, ...node }) => node)), '*');
}

const reads = (text: string, nodes: Node[]) => JSON.stringify(parseInline(text)) === JSON.stringify(nodes);

/** The content as Markdown can say it: no white space at the ends of the text or of a mark, and tokens as figures. */
export function tidy(content: readonly Node[]): Node[] {
  const split = content.flatMap((node) =>
    node.type === 'text' && !has(node, 'code') ? tokens(spaces(node)) : [spaces(node)],
  );
  return merged(withMarksInside(trimmed(merged(split.map(inOrder)))));
}

const ORDER: Mark['type'][] = ['link', 'bold', 'italic', 'strike', 'code'];
const has = (node: Node | undefined, type: Mark['type']) => !!node?.marks?.some((mark) => mark.type === type);
const spaces = (node: Node): Node =>
  node.type === 'text' ? { ...node, text: (node.text ?? '').replace(/[\n\r\t\f\v]+/g, ' ') } : node;

function inOrder(node: Node): Node {
  const { marks, ...rest } = node;
  if (!marks?.length || node.type === 'hardBreak') return rest;
  const list = [...marks].sort((one, other) => ORDER.indexOf(one.type) - ORDER.indexOf(other.type));
  return {
    ...rest,
    marks: list.map((mark) =>
      mark.type === 'link' ? { type: mark.type, attrs: { href: mark.attrs?.['href'] } } : { type: mark.type },
    ),
  };
}

function tokens(node: Node): Node[] {
  const parts = (node.text ?? '').split(/(\{\{derived:[1-9]\d{0,14}\}\})/);
  return parts.filter(Boolean).map((part) => {
    const id = TOKEN.exec(part)?.[1];
    return id
      ? { ...(node.marks ? { marks: node.marks } : {}), type: 'figure', attrs: { id: Number(id) } }
      : { ...node, text: part };
  });
}

/** No white space, and no break, at the beginning, at the end, or around a break. */
function trimmed(nodes: Node[]): Node[] {
  const list = nodes.map((node) => ({ ...node }));
  for (let place = 0; place < list.length; place += 1) {
    const node = list[place] as Node;
    if (node.type !== 'text') continue;
    const isFirst =
      list.slice(0, place).every((one) => one.type === 'text' && !one.text) || list[place - 1]?.type === 'hardBreak';
    if (isFirst) node.text = (node.text ?? '').replace(/^ +/, '');
  }
  for (let place = list.length - 1; place >= 0; place -= 1) {
    const node = list[place] as Node;
    if (node.type !== 'text') continue;
    const isLast =
      list.slice(place + 1).every((one) => one.type === 'text' && !one.text) || list[place + 1]?.type === 'hardBreak';
    if (isLast) node.text = (node.text ?? '').replace(/ +$/, '');
  }
  const kept = list.filter((node) => node.type !== 'text' || node.text);
  const isBreak = (node: Node | undefined) => node?.type === 'hardBreak';
  const shown = kept.filter((node, place) => !(isBreak(node) && isBreak(kept[place - 1])));
  if (isBreak(shown[0])) shown.shift();
  if (isBreak(shown.at(-1))) shown.pop();
  return shown.length === nodes.length && shown.every((node, place) => node.text === nodes[place]?.text)
    ? shown
    : trimmed(merged(shown));
}

/** White space at the edge of a mark leaves the mark. */
function withMarksInside(nodes: Node[]): Node[] {
  let list = nodes.flatMap((node) => {
    const found =
      node.type === 'text' && node.marks && !has(node, 'code') ? /^( *)(.*?)( *)$/s.exec(node.text ?? '') : null;
    return found
      ? [found[1], found[2], found[3]].filter(Boolean).map((text) => ({ ...node, text: text as string }))
      : [node];
  });
  const isSpace = (node: Node) => node.type === 'text' && !has(node, 'code') && !(node.text ?? '').trim();
  for (let changed = true; changed;) {
    changed = false;
    list = list.map((node, place) => {
      if (!node.marks?.length || !isSpace(node)) return node;
      const kept = node.marks.filter((mark) =>
        [list[place - 1], list[place + 1]].every((beside) => beside && sameMark(beside, mark)),
      );
      if (kept.length === node.marks.length) return node;
      changed = true;
      const { marks: _, ...bare } = node;
      return kept.length ? { ...bare, marks: kept } : bare;
    });
  }
  return list;
}

const sameMark = (node: Node, mark: Mark) =>
  node.marks?.some((one) => JSON.stringify(one) === JSON.stringify(mark)) ?? false;

type Style = '*' | '_' | 'entity';

function written(nodes: readonly Node[], style: Style): string {
  const italic = style === '_' ? '_' : '*';
  const signs = { bold: '**', italic, strike: '~~' } as const;
  let out = '';
  const open: Mark[] = [];
  const close = (down: number) => {
    while (open.length > down) {
      const mark = open.pop() as Mark;
      out +=
        mark.type === 'link'
          ? `](${addressOf(String(mark.attrs?.['href'] ?? ''))})`
          : signs[mark.type as keyof typeof signs];
    }
  };
  nodes.forEach((node, place) => {
    const marks = (node.marks ?? []).filter((mark) => mark.type !== 'code');
    let shared = 0;
    while (
      shared < open.length &&
      shared < marks.length &&
      JSON.stringify(open[shared]) === JSON.stringify(marks[shared])
    )
      shared += 1;
    const didClose = open.length > shared;
    close(shared);
    const opens = marks.slice(shared);
    if (
      node.type === 'text' &&
      node.text &&
      style === 'entity' &&
      didClose &&
      !opens.length &&
      /^[^\s\p{P}\p{S}]/u.test(node.text)
    ) {
      const [first = '', ...rest] = Array.from(node.text);
      out += `&#${first.codePointAt(0)};`;
      node = { ...node, text: rest.join('') };
    }
    for (const mark of opens) {
      out += mark.type === 'link' ? '[' : signs[mark.type as keyof typeof signs];
      open.push(mark);
    }
    const next = nodes[place + 1];
    if (node.type === 'hardBreak') out += '\\\n';
    else if (node.type === 'figure') out += `{{derived:${String(node.attrs?.['id'])}}}`;
    else if (has(node, 'code')) out += code(node.text ?? '');
    else {
      const escapedText = escaped(node.text ?? '', /(^|\n)$/.test(out), has(next, 'link') && !has(node, 'link'));
      const encodesLast =
        style === 'entity' && !marks.length && next?.marks?.length && /[^\s\p{P}\p{S}]$/u.test(node.text ?? '');
      out += encodesLast ? lastAsEntity(escapedText) : escapedText;
    }
  });
  close(0);
  return out;
}

function lastAsEntity(text: string): string {
  const letters = Array.from(text);
  const last = letters.pop() ?? '';
  return `${letters.join('')}&#${last.codePointAt(0)};`;
}

function code(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map((found) => found[0].length));
  const fence = '`'.repeat(longest + 1);
  const needsSpace =
    text.startsWith('`') || text.endsWith('`') || (text.startsWith(' ') && text.endsWith(' ') && text.trim() !== '');
  return needsSpace ? `${fence} ${text} ${fence}` : `${fence}${text}${fence}`;
}

const addressOf = (href: string) =>
  href
    .replace(/[\s<>]/g, (letter) => encodeURIComponent(letter))
    .replace(/[\\()[\]*_`~]/g, '\\$&')
    .replace(/&(?=#?\w{1,31};)/g, '&amp;');

function escaped(text: string, beginsLine: boolean, beforeLink: boolean): string {
  let out = text
    .replace(/\\/g, '\\\\')
    .replace(/[`*[\]~]/g, '\\$&')
    .replace(/_/g, (sign, at: number, whole: string) =>
      /[\p{L}\p{N}]/u.test(whole[at - 1] ?? '') && /[\p{L}\p{N}]/u.test(whole[at + 1] ?? '') ? sign : `\\${sign}`,
    )
    .replace(/<(?=[A-Za-z/!?])/g, '\\<')
    .replace(/&(?=#?[A-Za-z0-9]{1,31};)/g, '\\&');
  if (beforeLink) out = out.replace(/!$/, '\\!');
  if (!beginsLine) return out;
  return out
    .replace(/^(#{1,6}(?=\s|$)|[>=|:<]|[-+](?=[-\s|:]|$)|\$\$)/, '\\$1')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2');
}
