import type { Mark, Node } from './blocks';

/**
 * Reads the Markdown of one paragraph into text with marks, or says null where it holds anything that the editor does not show as text:
 * such a block is edited as Markdown, so that nothing of it is lost.
 */
export function parseInline(markdown: string): Node[] | null {
  const body = markdown.replace(/^[ \t\n]+|[ \t\n]+$/g, '');
  if (!lines(body)) return null;
  const items = read(body);
  return items && merged(items.map(asNode));
}

/** A piece of the text, and the marks that lie on it. */
interface Item {
  node: Node;
  marks: Map<string, Mark>;
}
interface Delimiter {
  item: number;
  sign: string;
  count: number;
  opens: boolean;
  closes: boolean;
  length: number;
}

const PUNCTUATION = /[\p{P}\p{S}]/u;
const ASCII_PUNCTUATION = /[!-/:-@[-`{-~]/;
const ENTITY = /^&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|(amp|lt|gt|quot|nbsp|[A-Za-z][A-Za-z0-9]{1,31}));/;
const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0' };
export const TOKEN = /^\{\{derived:([1-9]\d{0,14})\}\}/;
/** What begins another kind of block than a paragraph. */
const STARTS = new RegExp(
  '^(?:' +
    [
      /#{1,6}(?:[ \t]|$)/,
      />/,
      /[-+*](?:[ \t]|$)/,
      /\d{1,9}[.)](?:[ \t]|$)/,
      /`{3,}|~{3,}/,
      /=+[ \t]*$/,
      /-[-\s|:]*$/,
      /(?:\*[ \t]*){3,}$/,
      /(?:_[ \t]*){3,}$/,
      /\[\^|:|\||\$\$|</,
    ]
      .map((one) => one.source)
      .join('|') +
    ')',
);

/** True where every line belongs to the one paragraph. Spaces of other kinds are letters, as CommonMark has it. */
function lines(body: string): boolean {
  const all = body.split('\n').map((line) => line.replace(/^ +/, ''));
  return all.every((line, place) => (place === 0 || line !== '') && !STARTS.test(line) && !/[\r\t\f\v]/.test(line));
}

function read(body: string): Item[] | null {
  const items: Item[] = [];
  const delimiters: Delimiter[] = [];
  let text = '';
  const put = (node: Node) => void items.push({ node, marks: new Map() });
  const flush = () => {
    if (text) put({ type: 'text', text });
    text = '';
  };
  for (let at = 0; at < body.length;) {
    const sign = body[at] as string;
    const rest = body.slice(at);
    if (sign === '\\') {
      const next = body[at + 1] ?? '';
      if (next === '\n') {
        flush();
        put({ type: 'hardBreak' });
        at = skipSpaces(body, at + 2);
      } else if (next && ASCII_PUNCTUATION.test(next)) {
        text += next;
        at += 2;
      } else {
        text += sign;
        at += 1;
      }
    } else if (sign === '\n') {
      const isHard = /[^ ] {2,}$/.test(body.slice(0, at));
      text = text.replace(/ +$/, '');
      if (isHard) {
        flush();
        put({ type: 'hardBreak' });
      } else text += ' ';
      at = skipSpaces(body, at + 1);
    } else if (sign === '`') {
      const code = codeAt(rest);
      if (!code) return null;
      flush();
      items.push({ node: { type: 'text', text: code.text }, marks: new Map([['code', { type: 'code' }]]) });
      at += code.length;
    } else if (sign === '{' && TOKEN.test(rest)) {
      const [whole, id] = TOKEN.exec(rest) as unknown as [string, string];
      flush();
      put({ type: 'figure', attrs: { id: Number(id) } });
      at += whole.length;
    } else if (sign === '*' || sign === '_' || sign === '~') {
      const run = delimiterAt(body, at);
      if (sign === '~' && run.count > 2) return null;
      flush();
      put({ type: 'text', text: sign.repeat(run.count) });
      delimiters.push({ ...run, item: items.length - 1, sign });
      at += run.count;
    } else if (sign === '!' && body[at + 1] === '[') return null;
    else if (sign === '[') {
      const link = linkAt(rest);
      if (link === null || rest.startsWith('[^')) return null;
      if (link) {
        const inner = read(link.text);
        if (!inner || inner.some((item) => item.marks.has('link'))) return null;
        flush();
        for (const item of inner)
          items.push({
            node: item.node,
            marks: item.marks.set('link', { type: 'link', attrs: { href: link.address } }),
          });
        at += link.length;
      } else {
        text += sign;
        at += 1;
      }
    } else if (sign === '<' && /^<[A-Za-z/!?]/.test(rest)) return null;
    else if (sign === '&' && ENTITY.test(rest)) {
      const [whole, decimal, hexadecimal, name] = ENTITY.exec(rest) as unknown as [string, string?, string?, string?];
      const letter = name ? NAMED[name] : letterOf(decimal ? Number(decimal) : parseInt(hexadecimal as string, 16));
      if (letter === undefined) return null;
      text += letter;
      at += whole.length;
    } else {
      text += sign;
      at += 1;
    }
  }
  flush();
  emphasise(items, delimiters);
  return items.filter((item) => item.node.type !== 'text' || item.node.text);
}

const letterOf = (code: number) =>
  code > 31 && code < 0x11_0000 && !(code >= 0xd800 && code < 0xe000) ? String.fromCodePoint(code) : undefined;

function skipSpaces(body: string, at: number): number {
  while (body[at] === ' ') at += 1;
  return at;
}

function codeAt(rest: string): { text: string; length: number } | null {
  const fence = /^`+/.exec(rest)?.[0] ?? '';
  for (const found of rest.slice(fence.length).matchAll(/`+/g)) {
    if (found[0].length !== fence.length) continue;
    const inner = rest.slice(fence.length, fence.length + found.index).replaceAll('\n', ' ');
    const text = inner.startsWith(' ') && inner.endsWith(' ') && inner.trim() ? inner.slice(1, -1) : inner;
    return { text, length: fence.length * 2 + inner.length };
  }
  return null;
}

/** A link; false where the bracket is a sign of the text, null where it is a form that is not read here. */
function linkAt(rest: string): { text: string; address: string; length: number } | false | null {
  const text = /^\[((?:[^[\]\\`]|\\[\s\S]|`[^`]*`)*)\]/.exec(rest);
  if (!text) return rest.includes('](') ? null : false;
  const behind = rest.slice(text[0].length);
  if (!behind.startsWith('(')) return behind.startsWith('[') || behind.startsWith(':') ? null : false;
  const address = /^\(((?:[^\s()<>\\]|\\[!-/:-@[-`{-~])+)\)/.exec(behind);
  if (!address || !text[1] || /&(?!amp;)#?\w{1,31};/.test(address[1] ?? '')) return null;
  return {
    text: text[1],
    address: (address[1] as string).replace(/\\([!-/:-@[-`{-~])|&amp;/g, (_, sign?: string) => sign ?? '&'),
    length: text[0].length + address[0].length,
  };
}

function delimiterAt(body: string, at: number): { count: number; length: number; opens: boolean; closes: boolean } {
  const sign = body[at] as string;
  let end = at;
  while (body[end] === sign) end += 1;
  const before = Array.from(body.slice(Math.max(0, at - 2), at)).at(-1) ?? ' ';
  const after = Array.from(body.slice(end, end + 2))[0] ?? ' ';
  const isSpace = (letter: string) => /\s/u.test(letter);
  const isSign = (letter: string) => PUNCTUATION.test(letter);
  const left = !isSpace(after) && (!isSign(after) || isSpace(before) || isSign(before));
  const right = !isSpace(before) && (!isSign(before) || isSpace(after) || isSign(after));
  const opens = sign === '_' ? left && (!right || isSign(before)) : left;
  const closes = sign === '_' ? right && (!left || isSign(after)) : right;
  return { count: end - at, length: end - at, opens, closes };
}

/** The rules of CommonMark for runs of `*` and `_`, and the same for `~~`. */
function emphasise(items: Item[], delimiters: Delimiter[]): void {
  for (let closer = 0; closer < delimiters.length; closer += 1) {
    const closing = delimiters[closer] as Delimiter;
    while (closing.closes && closing.count > 0) {
      let opener = closer - 1;
      while (opener >= 0 && !matches(delimiters[opener] as Delimiter, closing)) opener -= 1;
      const opening = delimiters[opener];
      if (!opening) break;
      const strong = opening.count >= 2 && closing.count >= 2;
      const used = closing.sign === '~' ? closing.count : strong ? 2 : 1;
      const mark: Mark = { type: closing.sign === '~' ? 'strike' : strong ? 'bold' : 'italic' };
      for (const item of items.slice(opening.item + 1, closing.item)) item.marks.set(mark.type, mark);
      // Signs between the two belong to the text.
      for (const between of delimiters.slice(opener + 1, closer)) between.opens = between.closes = false;
      for (const delimiter of [opening, closing]) {
        delimiter.count -= used;
        (items[delimiter.item] as Item).node = { type: 'text', text: delimiter.sign.repeat(delimiter.count) };
      }
    }
  }
}

function matches(opening: Delimiter, closing: Delimiter): boolean {
  if (opening.sign !== closing.sign || !opening.opens || opening.count === 0) return false;
  if (opening.sign === '~') return opening.count === closing.count;
  const both = (opening.closes || closing.opens) && (opening.length + closing.length) % 3 === 0;
  return !both || (opening.length % 3 === 0 && closing.length % 3 === 0);
}

const ORDER = ['link', 'bold', 'italic', 'strike', 'code'];

function asNode({ node, marks }: Item): Node {
  const list = [...marks.values()].sort((one, other) => ORDER.indexOf(one.type) - ORDER.indexOf(other.type));
  return node.type === 'hardBreak' || list.length === 0 ? node : { ...node, marks: list };
}

/** Neighbours of the same marks are one text; without it, equal contents would differ. */
export function merged(nodes: Node[]): Node[] {
  const list: Node[] = [];
  for (const node of nodes) {
    const last = list.at(-1);
    if (
      node.type === 'text' &&
      last?.type === 'text' &&
      JSON.stringify(last.marks ?? []) === JSON.stringify(node.marks ?? [])
    )
      list[list.length - 1] = { ...last, text: `${last.text}${node.text}` };
    else if (node.type !== 'text' || node.text) list.push(node);
  }
  return list;
}
