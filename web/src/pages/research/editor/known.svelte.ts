import type { Body } from '../../../api/client';
import type { EditorBlock } from './blocks';
import type { Left } from './left';
import { merged, sameDocument, type StoredBlock } from './merge';

export type Document = Body<'/session/research/pages/{id}/document'>;

/* eslint-disable svelte/prefer-svelte-reactivity -- what is shown hangs on `version`; these are read when blocks are sent */

/** What is known of the service's document, and as what the blocks that stand here are sent. */
export class Known {
  version = $state(0);
  savedAt = $state('');
  /** As the service has it; blocks that are `asked` about as they were read before others changed them. */
  base: StoredBlock[] = [];
  /** Versions of all blocks that were read, also of those that are gone: undoing brings them back. */
  #versions = new Map<number, number>();
  /** Ids of blocks that were begun here by their keys, and of blocks that came back by the ids they had. */
  #ids = new Map<string, number>();
  /** Blocks that others changed while they were changed here: sent as they were read, so that the service says what differs. */
  #asked = new Set<number>();

  constructor(left?: Left) {
    if (!left) return;
    this.version = left.version;
    this.base = left.base;
    this.#versions = new Map(left.versions);
    this.#ids = new Map(left.ids);
    this.#asked = new Set(left.asked);
  }

  get kept(): Pick<Left, 'version' | 'base' | 'versions' | 'ids' | 'asked'> {
    return {
      version: this.version,
      base: this.base,
      versions: [...this.#versions],
      ids: [...this.#ids],
      asked: [...this.#asked],
    };
  }

  /** True while the service has to be asked about blocks that both sides changed. */
  get asks(): boolean {
    return this.#asked.size > 0;
  }

  idOf(key: string): number | undefined {
    return this.#ids.get(key);
  }

  /** With the ids that blocks have by now. */
  named(blocks: EditorBlock[]): EditorBlock[] {
    return blocks.map((block) => {
      const id = this.#ids.get(block.id === null ? (block.key ?? '') : String(block.id));
      return id === undefined ? block : { ...block, id };
    });
  }

  sent({ id, key, kind, body, attrs }: EditorBlock) {
    return {
      id,
      key: id === null ? key : null,
      version: id === null ? null : this.#versionOf(id),
      kind,
      body,
      attrs: attrs as Record<string, never>,
    };
  }

  has(blocks: EditorBlock[]): boolean {
    return !this.asks && sameDocument(blocks, this.base);
  }

  take(document: Document): void {
    this.base = stored(document);
    for (const { id, version } of this.base) this.#versions.set(id, version);
    this.#asked.clear();
    this.version = document.document_version;
    this.savedAt = document.saved_at;
  }

  /** Takes the answer to a save of `sent`. What is to be shown instead of `mine`; null where that stays as it is. */
  saved(document: Document, sent: EditorBlock[], mine: () => EditorBlock[]): EditorBlock[] | null {
    for (const [key, id] of Object.entries(document.ids)) this.#ids.set(key, id);
    if (!document.merged && !this.asks) return (this.take(document), null);
    // Changes since the sending are those from what was sent.
    this.base = this.named(sent).flatMap((block) =>
      block.id === null ? [] : [{ id: block.id, version: 1, kind: block.kind, body: block.body, attrs: block.attrs }],
    );
    return this.merge(document, mine());
  }

  /**
   * Takes what others saved; `mine` on top of it. Nobody here has seen what they made of a block that was changed here as well: it stays
   * known as it was read, and the next save is refused with both texts.
   */
  merge(document: Document, mine: EditorBlock[]): EditorBlock[] {
    const { blocks, clashes } = merged(this.base, mine, stored(document));
    const read = this.base
      .filter((block) => clashes.has(block.id))
      .map((block) => ({ ...block, version: this.#versionOf(block.id) }));
    const { version } = this;
    this.take(document);
    for (const block of read) {
      this.#asked.add(block.id);
      this.#versions.set(block.id, block.version);
      const place = this.base.findIndex((one) => one.id === block.id);
      if (place >= 0) this.base[place] = block;
      else {
        this.base.push(block);
        // A block that they removed is a conflict for those alone who read the document before.
        this.version = version;
      }
    }
    return blocks;
  }

  #versionOf(id: number): number {
    return this.#versions.get(id) ?? 1;
  }
}

export function stored(document: Document): StoredBlock[] {
  return document.blocks.map(({ id, version, kind, body, attrs }) => ({
    id,
    version,
    kind,
    body,
    attrs: attrs as Record<string, unknown>,
  }));
}
