import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getSchema } from '@tiptap/core';
import fc from 'fast-check';
import {
  sameContent,
  type BlockKind,
  type Carried,
  type EditorBlock,
  type Mark,
  type Node,
} from '../src/pages/research/editor/blocks';
import { fromBlocks } from '../src/pages/research/editor/fromBlocks';
import { parseInline } from '../src/pages/research/editor/parseInline';
import { extensions } from '../src/pages/research/editor/schema';
import { Surroundings } from '../src/pages/research/editor/surroundings';
import { toBlocks } from '../src/pages/research/editor/toBlocks';
import { tidy, writeInline } from '../src/pages/research/editor/writeInline';

const schema = getSchema(extensions(new Surroundings()));
/** The document as the editor holds it. */
const held = (blocks: EditorBlock[]): Node => {
  const document = schema.nodeFromJSON(fromBlocks(blocks));
  document.check();
  return document.toJSON() as Node;
};

const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
const caption = { caption: optional(fc.string()) };
const attributes: Record<BlockKind, fc.Arbitrary<Record<string, unknown>>> = {
  paragraph: fc.constant({}),
  quote: fc.constant({}),
  divider: fc.constant({}),
  heading: fc.record({ level: fc.integer({ min: 1, max: 3 }) }),
  list: fc.record({ ordered: optional(fc.boolean()) }, { requiredKeys: [] }),
  todo: fc.record({ checked: optional(fc.boolean()) }, { requiredKeys: [] }),
  callout: fc.record(
    { tone: optional(fc.constantFrom('note', 'tip', 'important', 'warning', 'caution')) },
    { requiredKeys: [] },
  ),
  code: fc.record({ language: optional(fc.string()) }, { requiredKeys: [] }),
  table: fc.record(
    { alignments: optional(fc.array(fc.constantFrom('none', 'left', 'center', 'right'))) },
    { requiredKeys: [] },
  ),
  image: fc.record({ upload_id: fc.nat(), alt: optional(fc.string()), ...caption }, { requiredKeys: ['upload_id'] }),
  file: fc.record({ upload_id: fc.nat(), alt: optional(fc.string()), ...caption }, { requiredKeys: ['upload_id'] }),
  citation: fc.record({ citation_id: fc.nat(), ...caption }, { requiredKeys: ['citation_id'] }),
  live_value: fc.record(
    {
      citation_id: fc.nat(),
      format: optional(fc.constantFrom('plain', 'grouped', 'compact', 'percent')),
      snapshot: fc.jsonValue(),
      fetched_at: optional(fc.string()),
    },
    { requiredKeys: ['citation_id'] },
  ),
  chart: fc.record(
    {
      source: fc.constantFrom('prices', 'volume'),
      pool: fc.string(),
      period: fc.constantFrom('daily', 'hourly'),
      events: fc.boolean(),
      ...caption,
    },
    { requiredKeys: ['source'] },
  ),
  transaction: fc.record(
    { chain: fc.string(), hash: fc.string(), snapshot: fc.jsonValue(), fetched_at: optional(fc.string()) },
    { requiredKeys: ['chain', 'hash'] },
  ),
  block: fc.record(
    { chain: fc.string(), number: fc.nat(), hash: optional(fc.string()), snapshot: fc.jsonValue() },
    { requiredKeys: ['chain', 'number'] },
  ),
  query: fc.record(
    { dataset: fc.string(), columns: optional(fc.array(fc.string())), filters: fc.jsonValue(), ...caption },
    { requiredKeys: ['dataset'] },
  ),
};
const kinds = Object.keys(attributes) as BlockKind[];
/** Signs of Markdown, thrown together as nobody would write them. */
const pieces = fc.constantFrom(
  '*',
  '**',
  '_',
  '__',
  '~~',
  '`',
  '``',
  '[',
  ']',
  '(',
  ')',
  '](',
  '![',
  '<',
  '>',
  '&amp;',
  '&#98;',
  '&',
  '\\',
  '\n',
  '\n\n',
  '  \n',
  '\\\n',
  '- ',
  '1. ',
  '  - ',
  '# ',
  '> ',
  '|',
  '---',
  ' ',
  '  ',
  '{{derived:12}}',
  '{{derived:012}}',
  '{{',
  'word',
  'Äö',
  '漢字',
  '👩‍🔬',
  '"',
  '.',
  '\u200b',
  '\r\n',
  '\t',
  'https://a.example/b_c',
  '[x](https://a.example)',
  '**bold**',
  '*it*',
);
const markdown = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.array(pieces, { maxLength: 14 }).map((list) => list.join('')),
);
const block = fc
  .constantFrom(...kinds)
  .chain((kind) =>
    fc.record({
      id: fc.option(fc.nat(), { nil: null }),
      key: fc.option(fc.string(), { nil: null }),
      kind: fc.constant(kind),
      body: markdown,
      attrs: attributes[kind],
    }),
  )
  .map((made) => JSON.parse(JSON.stringify(made)) as EditorBlock);

test('blocks of every kind come out of the editor as they went in', () => {
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 6 }), (blocks) => {
      assert.deepEqual(toBlocks(held(blocks)), blocks);
    }),
    { numRuns: 1500 },
  );
});

const mark = fc.oneof(
  ...(['bold', 'italic', 'strike', 'code'] as const).map((type) => fc.constant<Mark>({ type })),
  fc.webUrl({ withQueryParameters: true }).map((href): Mark => ({ type: 'link', attrs: { href } })),
);
const letters = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1 }),
  fc.array(pieces, { minLength: 1, maxLength: 5 }).map((list) => list.join('')),
);
const inline: fc.Arbitrary<Node> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .record({ text: letters, marks: fc.uniqueArray(mark, { maxLength: 3, selector: ({ type }) => type }) })
      .map(({ text, marks }): Node => ({ type: 'text', text, ...(marks.length ? { marks } : {}) })),
  },
  { weight: 1, arbitrary: fc.constant<Node>({ type: 'hardBreak' }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 1e9 }).map((id): Node => ({ type: 'figure', attrs: { id } })) },
);
const textOf = (nodes: Node[] | null) =>
  nodes
    ?.map((node) =>
      node.type === 'text' ? node.text : node.type === 'figure' ? `{{derived:${String(node.attrs?.['id'])}}}` : '\n',
    )
    .join('');

test('no letter of what is written is lost, whatever signs and marks stand in it', () => {
  fc.assert(
    fc.property(fc.array(inline, { maxLength: 6 }), (content) => {
      const text = writeInline(content);
      assert.equal(textOf(parseInline(text)), textOf(tidy(content)), text);
    }),
    { numRuns: 1500 },
  );
});

const word = fc.stringMatching(/^[A-Za-z0-9äöü漢]{1,8}$/);
test('marks on words are kept', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ text: word, marks: fc.uniqueArray(mark, { maxLength: 3, selector: ({ type }) => type }) }), {
        minLength: 1,
        maxLength: 5,
      }),
      (words) => {
        const content = words.flatMap(({ text, marks }, place): Node[] => [
          ...(place ? [{ type: 'text', text: ' ' }] : []),
          { type: 'text', text, ...(marks.length ? { marks } : {}) },
        ]);
        assert.deepEqual(parseInline(writeInline(content)), tidy(content));
      },
    ),
    { numRuns: 1000 },
  );
});

/** The block that a node was read from, or that was begun here; the node may have become anything since. */
const carried = fc.option(
  fc
    .oneof(
      block,
      block.map((read) => ({ ...read, id: null, body: null })),
    )
    .map(({ id, kind, body, attrs }): Carried => ({ id, key: id === null ? 'k' : null, kind, body, attrs })),
  { nil: null },
);
const node = (
  type: string,
  attrs: fc.Arbitrary<Record<string, unknown>>,
  content: fc.Arbitrary<Node[]>,
): fc.Arbitrary<Node> =>
  fc.tuple(carried, attrs, content).map(([from, own, inner]): Node => ({
    type,
    attrs: { ...own, block: from },
    ...(inner.length ? { content: inner } : {}),
  }));

/** Nodes of every kind that a reader can make in the editor, around texts of a kind. */
const documentsOf = (text: fc.Arbitrary<Node[]>): fc.Arbitrary<Node[]> => {
  const line = text.map((content): Node => ({ type: 'paragraph', ...(content.length ? { content } : {}) }));
  const { list } = fc.letrec<{ list: Node; item: Node }>((tie) => ({
    item: fc
      .tuple(line, fc.option(tie('list'), { nil: null, freq: 1, maxDepth: 3, depthIdentifier: 'list' }))
      .map(([first, inner]): Node => ({ type: 'listItem', content: inner ? [first, inner] : [first] })),
    list: fc
      .tuple(fc.boolean(), fc.nat(1000), fc.array(tie('item'), { minLength: 1, maxLength: 3 }))
      .map(([isOrdered, start, content]): Node =>
        isOrdered ? { type: 'orderedList', attrs: { start }, content } : { type: 'bulletList', content },
      ),
  }));
  const none = fc.constant({});
  const raw = letters.map((text): Node[] => [{ type: 'text', text }]);
  const whole = block.filter(
    ({ kind }) => fromBlocks([{ id: null, key: null, kind, body: '', attrs: {} }]).content?.[0]?.type === 'whole',
  );
  return fc.array(
    fc.oneof(
      node('paragraph', none, text),
      node('quote', none, text),
      node('horizontalRule', none, fc.constant([])),
      node('heading', fc.record({ level: fc.integer({ min: 1, max: 3 }) }), text),
      node('todo', fc.record({ checked: fc.boolean() }), text),
      node('callout', fc.record({ tone: fc.constantFrom('note', 'tip', 'important', 'warning', 'caution') }), text),
      node('codeBlock', fc.record({ language: optional(fc.stringMatching(/^[a-z+]{1,8}$/)) }), raw),
      fc.tuple(carried, list).map(([from, made]): Node => ({ ...made, attrs: { ...made.attrs, block: from } })),
      whole.map(({ id, key, kind, body, attrs }): Node => ({
        type: 'whole',
        attrs: { block: { id, key, kind, body, attrs } },
      })),
      raw.map((content): Node => ({
        type: 'markdown',
        attrs: { block: { id: null, key: 'k', kind: 'table', body: null, attrs: {} } },
        content,
      })),
    ),
    { minLength: 1, maxLength: 5 },
  );
};

/** What a reader sees of a node: without what it carries, and its text as `said` has it. */
const seen = ({ type, attrs = {}, content = [] }: Node, said: (content: Node[]) => unknown): unknown => {
  if (type === 'bulletList' || type === 'orderedList')
    return [
      type,
      type === 'orderedList' ? attrs['start'] : null,
      ...content.map((item) => (item.content ?? []).map((inner) => seen(inner, said))),
    ];
  if (type === 'whole') return [type, attrs['block']];
  if (type === 'codeBlock' || type === 'markdown') return [type, attrs['language'] ?? null, textOf(content)];
  return [type, attrs['level'] ?? null, attrs['checked'] ?? null, attrs['tone'] ?? null, said(content)];
};
/** Headings and lines of lists are one line each. */
const inLines = (one: Node, isLine = false): Node => {
  const isOne = isLine || one.type === 'heading' || one.type === 'listItem';
  return {
    ...one,
    ...(one.content
      ? {
          content: one.content.map((inner) =>
            isOne && inner.type === 'hardBreak'
              ? { type: 'text', text: ' ' }
              : inLines(inner, isOne && inner.type === 'paragraph'),
          ),
        }
      : {}),
  };
};
const comesBack = (nodes: Node[], said: (content: Node[]) => unknown) => {
  const made = schema.nodeFromJSON({ type: 'doc', content: nodes });
  made.check();
  const document = made.toJSON() as Node;
  const again = held(toBlocks(document));
  assert.deepEqual(
    again.content?.map((one) => seen(one, said)),
    document.content?.map((one) => seen(inLines(one), said)),
  );
};

test('what is made in the editor comes back as it was: kinds, settings, and every letter', () => {
  fc.assert(
    fc.property(documentsOf(fc.array(inline, { maxLength: 4 })), (nodes) =>
      comesBack(nodes, (content) => textOf(tidy(content))),
    ),
    { numRuns: 600 },
  );
});

test('marks on words come back in blocks of every kind', () => {
  const words = fc
    .array(fc.record({ text: word, marks: fc.uniqueArray(mark, { maxLength: 2, selector: ({ type }) => type }) }), {
      maxLength: 4,
    })
    .map((list) =>
      list.flatMap(({ text, marks }, place): Node[] => [
        ...(place ? [{ type: 'text', text: ' ' }] : []),
        { type: 'text', text, ...(marks.length ? { marks } : {}) },
      ]),
    );
  fc.assert(
    fc.property(documentsOf(words), (nodes) => comesBack(nodes, tidy)),
    { numRuns: 300 },
  );
});

test('what people write is shown with its marks, and what is changed is written as Markdown', () => {
  const read = (body: string) =>
    parseInline(body)?.map((node) => [node.text ?? node.type, ...(node.marks ?? []).map(({ type }) => type)].join(' '));
  assert.deepEqual(
    read('In **March**, *x* _ and `a*b`: snake_case, 2 * 3.'),
    ['In ', 'March bold', ', ', 'x italic', ' _ and ', 'a*b code', ': snake_case, 2 * 3.'].map((text) => text),
  );
  assert.deepEqual(read('{{derived:12}} swaps, [more](https://a.example/x_y)'), ['figure', ' swaps, ', 'more link']);
  assert.deepEqual(read('\u3000< and > stay'), ['\u3000< and > stay']);
  for (const other of ['![x](y)', '<b>x</b>', 'a\n\nb', '# x', '[^1]', '| a |\n|---|', '[x][y]', '1. x'])
    assert.equal(parseInline(other), null, other);
  assert.equal(
    writeInline([{ type: 'text', text: '1. *not* a list [x] <b> &amp; #' }]),
    '1\\. \\*not\\* a list \\[x\\] \\<b> \\&amp; #',
  );
});

test('a list is edited as a list, and comes out as Markdown', () => {
  const list: EditorBlock = { id: 1, key: null, kind: 'list', body: '* a\n* **b**\n  1. c', attrs: {} };
  const document = held([list]);
  assert.equal(document.content?.[0]?.type, 'bulletList');
  const items = document.content?.[0]?.content ?? [];
  items.push({ type: 'listItem', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'd' }] }] });
  const [changed] = toBlocks(document);
  assert.equal(changed?.body, '- a\n- **b**\n  1. c\n- d');
  assert.ok(sameContent(toBlocks(held([changed as EditorBlock]))[0] as EditorBlock, changed as EditorBlock));
});

test('a changed attribute is written, others stay as they were', () => {
  const document = held([
    { id: 1, key: null, kind: 'todo', body: 'x', attrs: {} },
    { id: 2, key: null, kind: 'heading', body: 'y', attrs: { level: 2 } },
  ]);
  const [todo, heading] = document.content as [Node, Node];
  todo.attrs = { ...todo.attrs, checked: true };
  heading.type = 'paragraph';
  assert.deepEqual(
    toBlocks(document).map(({ kind, body, attrs }) => ({ kind, body, attrs })),
    [
      { kind: 'todo', body: 'x', attrs: { checked: true } },
      { kind: 'paragraph', body: 'y', attrs: {} },
    ],
  );
});
