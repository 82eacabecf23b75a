import { untrack } from 'svelte';
import { get, type Body, type GetPath, type Question } from './client';
import { Loaded, load } from './loaded.svelte';
import { Problem } from './problem';

type Page = { next_cursor: string | null };

/** What a table needs to read on. */
export interface Reading {
  readonly next: string | null;
  readonly loadingMore: boolean;
  readonly moreProblem: Problem | null;
  more(): Promise<void>;
}

/** A list that is read on by its cursor: the first page, and the rows of those that were asked for after it. */
export class Paged<Data extends Page, Row> implements Reading {
  rows = $state.raw<Row[]>([]);
  next = $state<string | null>(null);
  loadingMore = $state(false);
  moreProblem = $state.raw<Problem | null>(null);
  constructor(
    readonly first: Loaded<Data>,
    private readonly ask: (cursor: string) => Promise<Data>,
    private readonly rowsOf: (data: Data) => Row[],
  ) {}

  begin(data: Data | null): void {
    this.rows = data ? this.rowsOf(data) : [];
    this.next = data?.next_cursor ?? null;
    this.moreProblem = null;
  }

  async more(): Promise<void> {
    const begun = this.first.data;
    if (!this.next || this.loadingMore) return;
    this.loadingMore = true;
    try {
      const shown = this.rows.length;
      // Of several lists that one cursor reads on, this one may have ended before another.
      while (this.next && this.rows.length === shown) {
        const page = await this.ask(this.next);
        if (begun !== this.first.data) return;
        this.rows = [...this.rows, ...this.rowsOf(page)];
        this.next = page.next_cursor;
      }
      this.moreProblem = null;
    } catch (error) {
      this.moreProblem = error instanceof Problem ? error : null;
    } finally {
      this.loadingMore = false;
    }
  }
}

/** Asks for a list's first page, and for the following ones when `more` is called. */
export function page<Path extends GetPath, Row>(
  question: () => Question<Path> | null,
  rowsOf: (data: Body<Path>) => Row[],
): Paged<Body<Path> & Page, Row> {
  type Data = Body<Path> & Page;
  const first = load(question) as Loaded<Data>;
  const ask = async (cursor: string) => {
    const asked = untrack(question) as Question<Path>;
    return (await get({ ...asked, query: { ...asked.query, cursor } } as unknown as Question<Path>)) as Data;
  };
  const paged = new Paged<Data, Row>(first, ask, rowsOf);
  $effect(() => {
    const data = first.data;
    untrack(() => paged.begin(data));
  });
  return paged;
}
