import { get } from '../../../api/client';
import { basePath } from '../../../api/deployment';
import { Problem } from '../../../api/problem';
import { send } from '../../../api/write';
import type { Unsaved } from '../../../live/unsaved';
import { viewer } from '../../../live/viewer.svelte';
import { toast } from '../../../parts/toasts.svelte';
import { notSaved, type Hindrance } from '../words';
import { beaconOf } from './beacon';
import { newKey, type EditorBlock } from './blocks';
import { Known, stored, type Document } from './known.svelte';
import { forgetLeft, keepLeft, type Left } from './left';
import { changedAgain, rebased, type Choice, type Clash } from './merge';

export type Draft = NonNullable<Document['recoverable_draft']>;

export type SavingState = 'saved' | 'changed' | 'saving' | Hindrance;

const PAUSE = 1200;
const LONGEST = 8000;
/** Seconds. */
const LONGEST_WAIT = 30;

/** The writing side: what it holds, and how it takes what others saved. */
interface Hands {
  read: () => EditorBlock[];
  /** Shows these blocks; those that are as they were keep their place and the caret. */
  show: (blocks: EditorBlock[]) => void;
}

/**
 * Saves the text of a page while it is written, and after its editor has gone. The text is never let go before the service has it: what
 * could not be sent is sent again, what was refused stays and says why, and what others changed as well is asked about, block by block.
 */
export class Saving implements Unsaved {
  state = $state<SavingState>('saved');
  problem = $state.raw<Problem | null>(null);
  clashes = $state.raw<Clash[]>([]);
  draft = $state.raw<Draft | null>(null);
  /** Seconds until it is tried again. */
  retryIn = $state(0);
  readonly #known: Known;
  /** The editor, or the text that it left. */
  #hands: Hands | null = null;
  #isLeft = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #since = 0;
  #wait = 2;
  #running: Promise<void> | null = null;
  /** The draft that the refused text lies in. */
  #refusedDraft: number | null = null;
  /** What its writer was told after leaving. */
  #told: Hindrance | null = null;

  /** `over` is called when the editor has gone and nothing is left to save. */
  constructor(
    private readonly person: number,
    readonly page: { id: number; title: string },
    private readonly over: () => void,
    left?: Left,
  ) {
    this.#known = new Known(left);
    if (!left) return;
    this.#refusedDraft = left.refusedDraft;
    this.#stand(left.blocks);
    this.state = 'changed';
  }

  get version(): number {
    return this.#known.version;
  }
  get savedAt(): string {
    return this.#known.savedAt;
  }
  get isUnsaved(): boolean {
    return this.state !== 'saved';
  }
  get text(): string {
    return this.#blocks()
      .map((block) => block.body)
      .filter(Boolean)
      .join('\n\n');
  }
  get #question() {
    return { path: '/session/research/pages/{id}/document', parts: { id: this.page.id } } as const;
  }

  /** The id that a block has by now which was begun here. */
  idOf(key: string): number | undefined {
    return this.#known.idOf(key);
  }

  /** The blocks to begin with: those of the service, or what an editor of this tab left unsaved. */
  async open(): Promise<EditorBlock[]> {
    if (this.#hands) return this.#blocks();
    const document = await get(this.#question);
    this.#known.take(document);
    this.draft = document.recoverable_draft;
    return this.#known.base.map(({ version: _, ...block }) => ({ ...block, key: null }));
  }

  /** The editor stands. */
  begin(hands: Hands): void {
    const left = this.#hands && this.#blocks();
    this.#hands = hands;
    this.#isLeft = false;
    this.#told = null;
    if (left) hands.show(left);
    if (this.isUnsaved) void this.save();
  }

  /** The editor goes. What it has not saved is sent on from here until the service has it. */
  end(hands: Hands): void {
    if (this.#hands !== hands) return;
    this.#stand(this.#blocks());
    if (!this.isUnsaved) return this.over();
    // What was written since the service refused it has to lie in the draft, too.
    if (this.state === 'conflict') this.state = 'changed';
    this.clashes = [];
    this.keep();
    void this.save();
  }

  #stand(blocks: EditorBlock[]): void {
    let left = blocks;
    this.#hands = { read: () => left, show: (next) => void (left = next) };
    this.#isLeft = true;
  }

  /** Something was written. */
  changed(): void {
    if (this.state === 'conflict' || this.state === 'saving') return;
    if (this.state === 'saved' && this.#known.has(this.#blocks())) return;
    if (this.state !== 'waiting' && this.state !== 'signed-out') this.state = 'changed';
    this.#since ||= Date.now();
    const wait = Math.min(PAUSE, Math.max(0, this.#since + LONGEST - Date.now()));
    if (this.state === 'changed') this.#later(wait);
  }

  /** Somebody else saved, or may have: what they wrote is shown. What stands here unsaved is merged with it by the service. */
  async others(version = Infinity): Promise<void> {
    if (version <= this.version || this.state === 'conflict' || !this.#hands) return;
    if (this.isUnsaved) return this.save();
    try {
      const document = await get(this.#question);
      // Something may have been written while the answer was on its way.
      if (this.isUnsaved) return await this.save();
      if (document.document_version <= this.version) return;
      this.#hands.show(this.#known.merge(document, this.#blocks()));
      this.#done();
    } catch {
      // The next save merges.
    }
  }

  /** Sends what waits: the person is here again, or the connection is. */
  again(): void {
    if (this.state === 'waiting' || this.state === 'signed-out' || (this.state === 'changed' && this.#isLeft))
      void this.save();
  }

  /** Saves now, or as soon as the save that runs has ended. */
  async save(options: { dismiss?: number } = {}): Promise<void> {
    clearTimeout(this.#timer);
    while (this.#running) await this.#running;
    this.#running = this.#once(options.dismiss).finally(() => (this.#running = null));
    await this.#running;
  }

  async #once(dismiss: number | undefined): Promise<void> {
    if (this.state === 'conflict' || !this.#hands) return;
    const blocks = this.#blocks();
    if (!dismiss && this.#known.has(blocks)) return this.#done();
    if (!this.#isTheirs) return this.#rest('signed-out', LONGEST_WAIT);
    this.state = 'saving';
    this.#since = 0;
    const draft_id = dismiss ?? this.#refusedDraft;
    try {
      const body = {
        base_version: this.version,
        blocks: blocks.map((block) => this.#known.sent(block)),
        ...(draft_id ? { draft_id } : {}),
      };
      const document = await send('put', { ...this.#question, body });
      const shown = this.#known.saved(document, blocks, () => this.#blocks());
      if (shown) this.#hands.show(shown);
      this.#refusedDraft = null;
      this.draft = document.recoverable_draft;
      this.#wait = 2;
      this.problem = null;
      this.#done();
    } catch (error) {
      this.#failed(error instanceof Problem ? error : new Problem(0, 'unknown', String(error), null, {}));
    }
  }

  /** What was chosen of each clash is put together with what both sides changed elsewhere, and saved. */
  async resolve(choices: ReadonlyMap<number, Choice>): Promise<void> {
    const document = await get(this.#question);
    const now = stored(document);
    const changed = changedAgain(this.clashes, now);
    if (changed) {
      this.clashes = changed;
      throw new Problem(409, 'conflict', 'They changed it once more. Look at their text again, and choose.', null, {});
    }
    const next = rebased(this.#known.base, this.#blocks(), now, (id) => choices.get(id) ?? 'both', newKey);
    // Where a text of this side is not taken up, it stays kept as a draft.
    if ([...choices.values()].includes('theirs')) {
      this.#refusedDraft = null;
      this.draft = document.recoverable_draft;
    }
    this.#known.take(document);
    this.clashes = [];
    this.state = 'changed';
    this.#hands?.show(next);
    await this.save();
  }

  /** Nothing of it is to be saved any more. */
  letGo(): void {
    clearTimeout(this.#timer);
    this.state = 'saved';
    forgetLeft(this.person, this.page.id);
    this.over();
  }

  leave(): void {
    if (!this.isUnsaved || this.#isDraft) return;
    this.keep();
    const body = this.#isTheirs ? this.#unsent() : null;
    if (body)
      void fetch(`${basePath}/session/research/pages/${this.page.id}/document`, {
        method: 'POST',
        keepalive: true,
        headers: { 'content-type': 'application/json' },
        body,
      }).catch(() => {});
  }

  /** Nothing is unsaved, or the little that is can be sent as the tab closes, or the service keeps it as a draft. */
  get canLeave(): boolean {
    return (
      !this.isUnsaved ||
      this.#isDraft ||
      ((this.state === 'changed' || this.state === 'saving') && this.#isTheirs && this.#unsent() !== null)
    );
  }

  keep(): boolean {
    return (
      !this.isUnsaved ||
      this.#isDraft ||
      keepLeft({
        ...this.#known.kept,
        person: this.person,
        page: this.page,
        blocks: this.#blocks(),
        refusedDraft: this.#refusedDraft,
      })
    );
  }

  /** The editor has gone, and the service keeps its text as a draft. */
  get #isDraft(): boolean {
    return this.#isLeft && this.state === 'conflict';
  }

  /** False while somebody else is signed in, or nobody: what one person wrote is sent as that person alone. */
  get #isTheirs(): boolean {
    return !this.person || viewer.person?.id === this.person;
  }

  #unsent(): string | null {
    return this.#hands
      ? beaconOf(this.version, this.#known.base, this.#blocks(), (block) => this.#known.sent(block))
      : null;
  }

  #blocks(): EditorBlock[] {
    return this.#known.named(this.#hands?.read() ?? []);
  }

  /** Saved, unless more was written meanwhile. */
  #done(): void {
    if (!this.#known.has(this.#blocks())) {
      this.state = 'changed';
      if (this.#isLeft) this.keep();
      return this.#later(this.#known.asks ? 0 : PAUSE);
    }
    this.state = 'saved';
    this.problem = null;
    forgetLeft(this.person, this.page.id);
    if (this.#isLeft) this.over();
  }

  #failed(problem: Problem): void {
    this.problem = problem;
    if (problem.status === 409 && problem.code === 'conflict' && Array.isArray(problem.members['conflicts'])) {
      const list = problem.members['conflicts'] as {
        block_id: number;
        yours: EditorBlock | null;
        theirs: Clash['theirs'];
      }[];
      this.clashes = list.map(({ block_id, yours, theirs }) => ({ id: block_id, mine: yours, theirs }));
      this.#refusedDraft = Number(problem.members['draft_id']) || null;
      this.#rest('conflict');
    } else if (problem.status === 401) this.#rest('signed-out', LONGEST_WAIT);
    else if (problem.status === 0 || problem.status === 429 || problem.status >= 500) {
      this.#rest('waiting', this.#wait);
      this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
    } else this.#rest('refused');
  }

  /** It is not saved, and tried again after so many seconds if that is worth it. */
  #rest(state: Hindrance, seconds = 0): void {
    this.state = state;
    this.retryIn = seconds;
    if (seconds) this.#later(seconds * 1000);
    if (!this.#isLeft) return;
    if (this.#isDraft) forgetLeft(this.person, this.page.id);
    else this.keep();
    const isHere = this.#isTheirs || !viewer.person;
    if (isHere && this.#told !== state) toast(notSaved(state, this.page.title));
    this.#told = state;
  }

  #later(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.save(), milliseconds);
  }
}
