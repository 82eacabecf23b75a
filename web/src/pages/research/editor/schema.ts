import { Extension, Mark, markInputRule, mergeAttributes, Node, textblockTypeInputRule } from '@tiptap/core';
import { StarterKit } from '@tiptap/starter-kit';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { newKey, type Carried } from './blocks';
import { moduleName } from '../../../words/names';
import { moveBlock } from './moves';
import { figureView, todoView, wholeView, type Surroundings } from './views';

/** Nodes that stand for a block each. */
const TOP = [
  'paragraph',
  'heading',
  'todo',
  'quote',
  'callout',
  'codeBlock',
  'bulletList',
  'orderedList',
  'horizontalRule',
  'whole',
  'markdown',
];
const hidden = { default: null, rendered: false, keepOnSplit: false };

/** Each node carries its block. A half that was split off, or a copy that was pasted, is a new block under a key of its own. */
const BlockIdentity = Extension.create({
  name: 'blockIdentity',
  addKeyboardShortcuts: () => ({
    'Alt-Shift-ArrowUp': ({ editor }) => moveBlock(editor, -1),
    'Alt-Shift-ArrowDown': ({ editor }) => moveBlock(editor, 1),
  }),
  addGlobalAttributes: () => [{ types: TOP, attributes: { block: hidden } }],
  addProseMirrorPlugins: () => [
    new Plugin({
      key: new PluginKey('blockIdentity'),
      appendTransaction: (transactions, _before, state) => {
        if (!transactions.some((transaction) => transaction.docChanged)) return null;
        const seen = new Set<string>();
        let next = null as typeof state.tr | null;
        state.doc.forEach((node, place) => {
          const block = node.attrs['block'] as Carried | null;
          const name = block ? (block.id === null ? `k${block.key}` : `i${block.id}`) : '';
          if (block && (block.id !== null || block.key) && !seen.has(name)) return void seen.add(name);
          const fresh: Carried = block
            ? { ...block, id: null, key: newKey() }
            : { id: null, key: newKey(), kind: 'paragraph', body: null, attrs: {} };
          seen.add(`k${fresh.key}`);
          next = (next ?? state.tr).setNodeAttribute(place, 'block', fresh);
        });
        return next && (next as typeof state.tr).setMeta('addToHistory', false);
      },
    }),
  ],
});

const Figure = (around: Surroundings) =>
  Node.create({
    // It cannot be chosen alone: what is typed next to it would take its place.
    name: 'figure',
    group: 'inline',
    inline: true,
    atom: true,
    selectable: false,
    addAttributes: () => ({
      id: { default: null, parseHTML: (element) => Number(element.getAttribute('value')) || null },
    }),
    parseHTML: () => [{ tag: 'data[value]' }],
    renderHTML: ({ node }) => ['data', { value: String(node.attrs['id']) }, `{{derived:${String(node.attrs['id'])}}}`],
    renderText: ({ node }) => `{{derived:${String(node.attrs['id'])}}}`,
    addNodeView: () => figureView(around),
  });

/** A heading of the text; the title of the page is the only one of the first rank. */
const Heading = Node.create({
  name: 'heading',
  group: 'block',
  content: 'inline*',
  defining: true,
  addAttributes: () => ({ level: { default: 1, rendered: false } }),
  parseHTML: () => [1, 2, 3, 4].map((rank) => ({ tag: `h${rank}`, attrs: { level: Math.max(1, rank - 1) } })),
  renderHTML: ({ node, HTMLAttributes }) => [
    `h${Math.min(Math.max(Number(node.attrs['level']) || 1, 1), 3) + 1}`,
    HTMLAttributes,
    0,
  ],
  addInputRules() {
    return [1, 2, 3].map((level) =>
      textblockTypeInputRule({ find: new RegExp(`^(#{${level}})\\s$`), type: this.type, getAttributes: { level } }),
    );
  },
  addKeyboardShortcuts() {
    return Object.fromEntries(
      [1, 2, 3].map((level) => [`Mod-Alt-${level}`, () => this.editor.commands.setNode('heading', { level })]),
    );
  },
});

const Todo = Node.create({
  name: 'todo',
  group: 'block',
  content: 'inline*',
  defining: true,
  addAttributes: () => ({
    checked: {
      default: false,
      keepOnSplit: false,
      parseHTML: (element) => element.getAttribute('data-checked') === 'true',
      renderHTML: ({ checked }) => ({ 'data-checked': String(checked) }),
    },
  }),
  parseHTML: () => [{ tag: 'div[data-kind="todo"]' }],
  renderHTML: ({ HTMLAttributes }) => ['div', mergeAttributes(HTMLAttributes, { 'data-kind': 'todo' }), 0],
  addNodeView: () => todoView,
  addInputRules() {
    return [
      textblockTypeInputRule({
        find: /^\s*\[([ xX])?\]\s$/,
        type: this.type,
        getAttributes: (found) => ({ checked: /x/i.test(found[1] ?? '') }),
      }),
    ];
  },
  addKeyboardShortcuts() {
    return {
      Enter: ({ editor }) => {
        const { $from, empty } = editor.state.selection;
        if ($from.parent.type.name !== 'todo' || !empty) return false;
        if ($from.parent.content.size === 0) return editor.commands.setNode('paragraph');
        return editor.chain().splitBlock().setNode('todo', { checked: false, block: null }).run();
      },
      'Mod-Enter': ({ editor }) =>
        editor.isActive('todo') &&
        editor.commands.updateAttributes('todo', { checked: !editor.getAttributes('todo')['checked'] }),
    };
  },
});

const Quote = Node.create({
  name: 'quote',
  group: 'block',
  content: 'inline*',
  defining: true,
  addInputRules() {
    return [textblockTypeInputRule({ find: /^>\s$/, type: this.type })];
  },
  parseHTML: () => [{ tag: 'blockquote' }],
  renderHTML: ({ HTMLAttributes }) => ['blockquote', HTMLAttributes, ['p', 0]],
});

const Callout = Node.create({
  name: 'callout',
  group: 'block',
  content: 'inline*',
  defining: true,
  addAttributes: () => ({
    tone: {
      default: 'note',
      parseHTML: (element) => element.getAttribute('data-tone') ?? 'note',
      renderHTML: ({ tone }) => ({ 'data-tone': String(tone) }),
    },
  }),
  parseHTML: () => [{ tag: 'div[data-kind="callout"]' }],
  renderHTML: ({ HTMLAttributes }) => [
    'div',
    mergeAttributes(HTMLAttributes, { 'data-kind': 'callout', class: 'callout' }),
    ['p', 0],
  ],
});

/** A block that is shown as one thing: the node carries all of it. */
const Whole = (around: Surroundings) =>
  Node.create({
    name: 'whole',
    group: 'block',
    atom: true,
    selectable: true,
    draggable: true,
    parseHTML: () => [],
    renderHTML: () => ['div', { 'data-kind': 'whole' }],
    addNodeView: () => wholeView(around),
  });

/** A block whose text is edited as Markdown: tables, and what the editor has no marks for. */
const Markdown = Node.create({
  name: 'markdown',
  group: 'block',
  content: 'text*',
  marks: '',
  code: true,
  defining: true,
  whitespace: 'pre',
  parseHTML: () => [],
  renderHTML: ({ node }) => [
    'pre',
    {
      'data-kind': 'markdown',
      'data-label': `${moduleName((node.attrs['block'] as Carried | null)?.kind ?? 'text')}, as Markdown`,
    },
    ['code', 0],
  ],
  addKeyboardShortcuts() {
    const isHere = () => this.editor.isActive('markdown');
    return {
      Enter: ({ editor }) => isHere() && editor.commands.insertContent({ type: 'text', text: '\n' }),
      'Mod-Enter': ({ editor }) => isHere() && editor.commands.exitCode(),
      // Below the last line of the page's last block a paragraph begins.
      ArrowDown: ({ editor }) => {
        const { $from, empty } = editor.state.selection;
        const isEnd =
          isHere() &&
          empty &&
          $from.parentOffset === $from.parent.content.size &&
          $from.after() === editor.state.doc.content.size;
        return isEnd && editor.commands.exitCode();
      },
    };
  },
});

const ListItem = Node.create({
  name: 'listItem',
  content: 'paragraph (bulletList | orderedList)?',
  defining: true,
  parseHTML: () => [{ tag: 'li' }],
  renderHTML: ({ HTMLAttributes }) => ['li', HTMLAttributes, 0],
  addKeyboardShortcuts() {
    return {
      Enter: () => this.editor.commands.splitListItem(this.name),
      Tab: () => this.editor.commands.sinkListItem(this.name),
      'Shift-Tab': () => this.editor.commands.liftListItem(this.name),
    };
  },
});

/** Unlike that of the kit, it may be bold, or a link, as in Markdown. */
const InlineCode = Mark.create({
  name: 'code',
  excludes: '',
  code: true,
  exitable: true,
  parseHTML: () => [{ tag: 'code' }],
  renderHTML: () => ['code', 0],
  addInputRules() {
    return [markInputRule({ find: /(^|[^`])`([^`]+)`(?!`)$/, type: this.type })];
  },
  addKeyboardShortcuts() {
    return { 'Mod-e': () => this.editor.commands.toggleMark(this.name) };
  },
});

/** Everything that the editor knows. Lists hold lines and lists alone, so that each is one block of Markdown. */
export const extensions = (around: Surroundings) => [
  StarterKit.configure({
    blockquote: false,
    underline: false,
    trailingNode: false,
    listItem: false,
    code: false,
    heading: false,
    link: {
      openOnClick: false,
      autolink: false,
      linkOnPaste: true,
      protocols: ['http', 'https', 'mailto'],
      HTMLAttributes: { rel: null, target: null },
    },
    undoRedo: { newGroupDelay: 600 },
  }),
  Heading,
  ListItem,
  InlineCode,
  BlockIdentity,
  Figure(around),
  Todo,
  Quote,
  Callout,
  Whole(around),
  Markdown,
];
