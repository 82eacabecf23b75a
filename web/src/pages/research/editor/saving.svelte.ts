import { get, type Body } from '../../../api/client';
import { basePath } from '../../../api/deployment';
import { Problem } from '../../../api/problem';
import { send } from '../../../api/write';
import { newKey, sameContent, type EditorBlock } from './blocks';
import { rebased, sameDocument, type Choice, type Clash, type StoredBlock } from './merge';

type Document = Body<'/session/research/pages/{id}/document'>;
export type Draft = NonNullable<Document['recoverable_draft']>;

/** Text that the service does not have yet, by person and page: a session that ends, or a step to another page, does not lose it. */
const unsaved = new Map<string, { blocks: EditorBlock[]; base: StoredBlock[] }>();

/** `waiting`: the service did not answer; it is asked again by itself. `refused`: it will not take the text as it is. */
export type SavingState = 'saved' | 'changed' | 'saving' | 'waiting' | 'signed-out' | 'refused' | 'conflict';

const PAUSE = 1200;
const LONGEST = 8000;

/** The writing side: what it holds, and how it takes what others saved. */
interface Hands {
  read: () => EditorBlock[];
  /** Shows these blocks; those that are as they were keep their place and the caret. */
  show: (blocks: EditorBlock[]) => void;
}

/**
 * Saves the text of a page while it is written. The text is never let go before the service has it: what could not be sent is sent
 * again, what was refused stays and says why, and what others changed as well is asked about, block by block.
 */
export class Saving {
  state = $state<SavingState>('saved');
  problem = $state.raw<Problem | null>(null);
  savedAt = $state<string>('');
  version = $state(0);
  clashes = $state.raw<Clash[]>([]);
  draft = $state.raw<Draft | null>(null);
  /** Seconds until it is tried again. */
  retryIn = $state(0);
  #base: StoredBlock[] = [];
  /** Versions of all blocks that were read, also of those that are gone: undoing brings them back. */
  #versions = new Map<number, number>();
  /** Ids of blocks that were begun here by their keys, and of blocks that came back by the ids they had. */
  #ids = new Map<string, number>();
  #hands: Hands | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #since = 0;
  #wait = 2;
  #isBusy = false;
  /** The draft that the refused text lies in. */
  #refusedDraft: number | null = null;

  #person = 0;

  constructor(readonly pageId: number) {}

  get #name(): string {
    return `${this.#person} ${this.pageId}`;
  }

  /** Says who writes, as soon as it is known: what was left unsaved is taken up by that person alone. */
  isOf(person: number): void {
    this.#person = person;
    if (this.#hands) this.#takeUp();
  }

  async open(): Promise<Document> {
    const document = await get({ path: '/session/research/pages/{id}/document', parts: { id: this.pageId } });
    this.#take(document);
    this.draft = document.recoverable_draft;
    return document;
  }

  /** The editor stands: what was left unsaved in this tab is taken up. */
  begin(hands: Hands): void {
    this.#hands = hands;
    if (this.#person) this.#takeUp();
  }

  #takeUp(): void {
    const left = unsaved.get(this.#name);
    if (!left) return;
    unsaved.delete(this.#name);
    this.#hands?.show(rebased(left.base, left.blocks, this.#base));
    void this.save();
  }

  /** The editor goes. What is not saved is sent, and stays in this tab's memory until the service has it. */
  async end(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.isUnsaved && this.#hands) {
      const blocks = this.#blocks();
      unsaved.set(this.#name, { blocks, base: this.#base });
      this.#hands = { read: () => blocks, show: () => {} };
      if (this.state !== 'conflict') await this.save();
      if (this.state === 'saved') unsaved.delete(this.#name);
    }
    clearTimeout(this.#timer);
    this.#hands = null;
  }

  /** The id that a block has by now which was begun here. */
  idOf(key: string): number | undefined {
    return this.#ids.get(key);
  }

  get isUnsaved(): boolean {
    return this.state !== 'saved';
  }

  /** Something was written. */
  changed(): void {
    if (this.state === 'conflict' || this.state === 'saving') return;
    if (this.state === 'saved' && sameDocument(this.#blocks(), this.#base)) return;
    if (this.state !== 'waiting' && this.state !== 'signed-out') this.state = 'changed';
    this.#since ||= Date.now();
    const wait = Math.min(PAUSE, Math.max(0, this.#since + LONGEST - Date.now()));
    if (this.state === 'changed') this.#later(wait);
  }

  /** Somebody else saved: what they wrote is shown, and what stands here is merged with it. */
  async others(version: number): Promise<void> {
    if (version <= this.version || this.state === 'conflict') return;
    if (this.isUnsaved) return void this.save();
    try {
      const document = await get({ path: '/session/research/pages/{id}/document', parts: { id: this.pageId } });
      if (document.document_version > this.version && !this.#isBusy) this.#merge(document);
    } catch {
      // The next save merges.
    }
  }

  /** Saves now. */
  async save(options: { dismiss?: number } = {}): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#isBusy || this.state === 'conflict' || !this.#hands) return;
    const blocks = this.#blocks();
    if (sameDocument(blocks, this.#base) && !options.dismiss) {
      this.#done();
      return;
    }
    this.#isBusy = true;
    this.state = 'saving';
    this.#since = 0;
    const draft_id = options.dismiss ?? this.#refusedDraft;
    try {
      const body = { base_version: this.version, blocks: blocks.map((block) => this.#sent(block)), ...(draft_id ? { draft_id } : {}) };
      const document = await send('put', { path: '/session/research/pages/{id}/document', parts: { id: this.pageId }, body });
      for (const [key, id] of Object.entries(document.ids)) this.#ids.set(key, id);
      this.#refusedDraft = null;
      if (draft_id && this.draft?.id === draft_id) this.draft = null;
      this.#isBusy = false;
      this.#saved(document, blocks);
    } catch (error) {
      this.#isBusy = false;
      this.#failed(error instanceof Problem ? error : new Problem(0, 'unknown', String(error), null, {}));
    }
  }

  /** What was chosen of each clash is put together with what both sides changed elsewhere, and saved. */
  async resolve(choices: ReadonlyMap<number, Choice>): Promise<void> {
    const document = await get({ path: '/session/research/pages/{id}/document', parts: { id: this.pageId } });
    const next = rebased(this.#base, this.#blocks(), stored(document), (id) => choices.get(id) ?? 'both', newKey);
    // Where a text of this side is not taken up, it stays kept as a draft.
    if ([...choices.values()].includes('theirs')) this.#refusedDraft = null;
    this.#take(document);
    this.clashes = [];
    this.state = 'changed';
    this.#hands?.show(next);
    await this.save();
    this.draft = (await get({ path: '/session/research/pages/{id}/document', parts: { id: this.pageId } }).catch(() => null))?.recoverable_draft ?? this.draft;
  }

  /** Sends what is not saved as the tab is closed; the answer is not waited for. */
  leave(): void {
    const body = this.#unsent();
    if (!body) return;
    void fetch(`${basePath}/session/research/pages/${this.pageId}/document`, { method: 'POST', keepalive: true, headers: { 'content-type': 'application/json' }, body }).catch(() => {});
  }

  /** True where a tab may close now: nothing is unsaved, or the little that is can be sent as it closes. */
  get canLeave(): boolean {
    return !this.isUnsaved || ((this.state === 'changed' || this.state === 'saving') && this.#unsent() !== null);
  }

  /** Changed blocks as the beacon takes them; null where there are none, or too many. */
  #unsent(): string | null {
    if (!this.isUnsaved || !this.#hands) return null;
    const blocks = this.#blocks();
    const base = new Map(this.#base.map((block) => [block.id, block]));
    const isChanged = (block: EditorBlock) => block.id === null || !base.has(block.id) || !sameContent(block, base.get(block.id) as StoredBlock);
    // A block that is new, or that came back, goes behind the one that is sent before it.
    const isNew = (block: EditorBlock | undefined) => !!block && (block.id === null || !base.has(block.id));
    const changed = blocks.filter((block, place) => isChanged(block) || isNew(blocks[place + 1]));
    const removed = this.#base.filter((block) => !blocks.some((one) => one.id === block.id)).map((block) => block.id);
    const body = JSON.stringify({ base_version: this.version, changed: changed.map((block) => this.#sent(block)), removed });
    return new Blob([body]).size > 65_536 ? null : body;
  }

  #blocks(): EditorBlock[] {
    const blocks = this.#hands?.read() ?? [];
    return blocks.map((block) => {
      const id = this.#ids.get(block.id === null ? (block.key ?? '') : String(block.id));
      return id === undefined ? block : { ...block, id };
    });
  }

  #sent({ id, key, kind, body, attrs }: EditorBlock) {
    const version = id === null ? null : (this.#versions.get(id) ?? 1);
    return { id, key: id === null ? key : null, version, kind, body, attrs: attrs as Record<string, never> };
  }

  #take(document: Document): void {
    this.#base = stored(document);
    for (const { id, version } of this.#base) this.#versions.set(id, version);
    this.version = document.document_version;
    this.savedAt = document.saved_at;
  }

  #saved(document: Document, sent: EditorBlock[]): void {
    this.problem = null;
    this.#wait = 2;
    if (document.merged) {
      // Changes since the sending are those from what was sent.
      const ids = document.ids;
      this.#base = sent.flatMap((block) => {
        const id = block.id === null ? ids[block.key ?? ''] : (ids[String(block.id)] ?? block.id);
        return id === undefined ? [] : [{ id, version: 1, kind: block.kind, body: block.body, attrs: block.attrs }];
      });
      this.#merge(document);
    } else this.#take(document);
    this.#done();
  }

  #merge(document: Document): void {
    const next = rebased(this.#base, this.#blocks(), stored(document));
    this.#take(document);
    this.#hands?.show(next);
    this.#done();
  }

  /** Saved, unless more was written meanwhile. */
  #done(): void {
    const isWhole = sameDocument(this.#blocks(), this.#base);
    this.state = isWhole ? 'saved' : 'changed';
    if (isWhole) this.problem = null;
    else this.#later(PAUSE);
  }

  #failed(problem: Problem): void {
    this.problem = problem;
    if (problem.status === 409 && problem.code === 'conflict' && Array.isArray(problem.members['conflicts'])) {
      const list = problem.members['conflicts'] as { block_id: number; yours: EditorBlock | null; theirs: StoredBlock | null }[];
      this.clashes = list.map(({ block_id, yours, theirs }) => ({ id: block_id, mine: yours, theirs }));
      this.#refusedDraft = Number(problem.members['draft_id']) || null;
      this.state = 'conflict';
    } else if (problem.status === 401) this.state = 'signed-out';
    else if (problem.status === 0 || problem.status === 429 || problem.status >= 500) {
      this.state = 'waiting';
      this.retryIn = this.#wait;
      this.#later(this.#wait * 1000);
      this.#wait = Math.min(this.#wait * 2, 30);
    } else this.state = 'refused';
  }

  #later(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.save(), milliseconds);
  }
}

function stored(document: Document): StoredBlock[] {
  return document.blocks.map(({ id, version, kind, body, attrs }) => ({ id, version, kind, body, attrs: attrs as Record<string, unknown> }));
}
