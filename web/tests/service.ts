import type { EditorBlock } from '../src/pages/research/editor/blocks';

type Content = { kind: string; body: string; attrs: unknown };
interface Kept extends Content {
  id: number;
  key: string | null;
  version: number;
}
interface Sent extends Content {
  id: number | null;
  key: string | null;
  version: number | null;
}
interface Put {
  base_version: number;
  blocks: Sent[];
  draft_id?: number;
}
type Answer = { status: number; body: unknown };

const same = (one: Content, other: Content) =>
  one.kind === other.kind && one.body === other.body && JSON.stringify(one.attrs) === JSON.stringify(other.attrs);

/**
 * The service as the editor knows it: it saves a document, merges it block by block, and refuses what both sides changed
 * (docs/research-documents.md). Everything that it ever had of a block is in `history`.
 */
export class Service {
  /** Who is signed in; 0 is nobody. */
  person = 7;
  /** The page that it knows; another one's requests find it down. */
  page = 1;
  version = 0;
  blocks: Kept[] = [];
  history: { id: number; version: number; body: string | null; in: number; by: 'here' | 'others' }[] = [];
  drafts: { id: number; base_version: number; blocks: Sent[] }[] = [];
  /** What was asked, in the order of its arrival. */
  asked: { method: string; body: Put | null }[] = [];
  /** What happens to a request before it is answered; an answer that it gives is the answer. */
  before: (method: string) => Promise<Answer | null> | Answer | null = () => null;
  /** The same after a request was done: the answer may be lost on its way. */
  after: (method: string) => Promise<void> | void = () => {};

  install(): void {
    Object.assign(globalThis, {
      fetch: (address: string, init: { method?: string; body?: string } = {}) =>
        this.#fetch(address, init.method ?? 'GET', init.body),
    });
  }

  async #fetch(address: string, method: string, text: string | undefined): Promise<Response> {
    const user = this.person ? { id: this.person } : null;
    if (address.endsWith('/session'))
      return Response.json({ signed_in: !!user, user, organization: null, permissions: [], csrf_token: 'token' });
    if (!address.includes(`/pages/${this.page}/`)) return new Response('', { status: 503 });
    const body = text ? (JSON.parse(text) as Put) : null;
    this.asked.push({ method, body });
    const early =
      (await this.before(method)) ?? (user ? null : { status: 401, body: { error: 'unauthorized', detail: '' } });
    const answer = early ?? (method === 'PUT' ? this.put(body as Put) : { status: 200, body: this.document() });
    await this.after(method);
    return new Response(JSON.stringify(answer.body), {
      status: answer.status,
      headers: { 'content-type': 'application/json' },
    });
  }

  document(merged = false, ids: Record<string, number> = {}) {
    const blocks = this.blocks.map(({ key: _, ...block }, position) => ({ ...block, position }));
    return {
      document_version: this.version,
      saved_at: '2026-11-26T00:00:00Z',
      merged,
      ids,
      blocks,
      recoverable_draft: this.drafts.at(-1) ?? null,
    };
  }

  /** Somebody else writes: `change` makes the document that they send. */
  others(change: (blocks: Sent[]) => Sent[]): void {
    const read = this.blocks.map(({ id, version, kind, body, attrs }) => ({
      id,
      key: null,
      version,
      kind,
      body,
      attrs,
    }));
    const { status } = this.put({ base_version: this.version, blocks: change(read) }, 'others');
    if (status !== 200) throw new Error('what others write is taken');
  }

  put(sent: Put, by: 'here' | 'others' = 'here'): Answer {
    const ids: Record<string, number> = {};
    const conflicts: unknown[] = [];
    const kept: Kept[] = [];
    const isOld = sent.base_version < this.version;
    const now = this.version + 1;
    const next = () =>
      Math.max(0, ...this.history.map((one) => one.id)) +
      1 +
      kept.filter((one) => !this.history.some((old) => old.id === one.id)).length;
    for (const block of sent.blocks) {
      const made = block.id === null ? this.blocks.find((one) => one.key === block.key) : undefined;
      if (made) ids[block.key as string] = made.id;
      const id = made?.id ?? block.id;
      const has = this.blocks.find((one) => one.id === id);
      const version = made?.version ?? block.version ?? 0;
      const read = this.history.find((one) => one.id === id && one.version === version);
      const isUnchanged = read?.body === block.body;
      if (id === null) {
        const fresh = { ...block, id: next(), version: 1 } as Kept;
        ids[block.key as string] = fresh.id;
        kept.push(fresh);
      } else if (!has) {
        const removed = this.history.findLast((one) => one.id === id && one.body === null);
        if (removed && removed.in <= sent.base_version) {
          const fresh = { ...block, key: null, id: next(), version: 1 } as Kept;
          ids[String(id)] = fresh.id;
          kept.push(fresh);
        } else if (!isUnchanged) conflicts.push({ block_id: id, yours: block, theirs: null });
      } else if (version === has.version || same(has, block) || isUnchanged) {
        const isNew = version === has.version && !same(has, block);
        kept.push(
          isNew ? { ...has, kind: block.kind, body: block.body, attrs: block.attrs, version: has.version + 1 } : has,
        );
      } else conflicts.push({ block_id: id, yours: block, theirs: has });
    }
    if (new Set(kept.map((one) => one.id)).size !== kept.length)
      return { status: 422, body: { error: 'validation_failed', detail: 'A block is here twice.', fields: {} } };
    const isSent = (one: Kept) =>
      sent.blocks.some((block) => block.id === one.id || (block.key !== null && block.key === one.key));
    const later: Kept[] = [];
    for (const one of this.blocks.filter((block) => !isSent(block))) {
      if (!isOld) continue;
      const atBase = this.history.findLast((old) => old.id === one.id && old.in <= sent.base_version);
      if (!atBase || atBase.body === null) later.push(one);
      else if (atBase.version !== one.version) conflicts.push({ block_id: one.id, yours: null, theirs: one });
    }
    if (conflicts.length) {
      const draft = { id: (this.drafts.at(-1)?.id ?? 0) + 1, base_version: sent.base_version, blocks: sent.blocks };
      this.drafts.push(draft);
      return {
        status: 409,
        body: { error: 'conflict', detail: '', current_version: this.version, conflicts, draft_id: draft.id },
      };
    }
    const result = [...kept, ...later];
    const isSame = result.length === this.blocks.length && result.every((one, place) => one === this.blocks[place]);
    if (sent.draft_id) this.drafts = this.drafts.filter((one) => one.id !== sent.draft_id);
    if (!isSame) this.#write(result, now, by);
    return { status: 200, body: this.document(isOld, ids) };
  }

  #write(result: Kept[], now: number, by: 'here' | 'others'): void {
    for (const gone of this.blocks.filter((one) => !result.some((other) => other.id === one.id)))
      this.history.push({ id: gone.id, version: gone.version + 1, body: null, in: now, by });
    for (const one of result.filter((block) => !this.blocks.includes(block)))
      this.history.push({ id: one.id, version: one.version, body: one.body, in: now, by });
    this.blocks = result;
    this.version = now;
  }

  get texts(): string[] {
    return this.blocks.map((block) => block.body);
  }
}

/** What stands in for the editor: its text, and whoever types in it. */
export class Paper {
  blocks: EditorBlock[] = [];
  #typed: () => void = () => {};
  readonly hands = { read: () => this.blocks, show: (blocks: EditorBlock[]) => void (this.blocks = blocks) };

  on(typed: () => void): this {
    this.#typed = typed;
    return this;
  }

  type(place: number, text: string): void {
    this.blocks = this.blocks.map((block, at) => (at === place ? { ...block, body: block.body + text } : block));
    this.#typed();
  }

  add(key: string, body: string): void {
    this.blocks = [...this.blocks, { id: null, key, kind: 'paragraph', body, attrs: {} }];
    this.#typed();
  }

  remove(place: number): void {
    this.blocks = this.blocks.filter((_, at) => at !== place);
    this.#typed();
  }

  get texts(): string[] {
    return this.blocks.map((block) => block.body);
  }
}
