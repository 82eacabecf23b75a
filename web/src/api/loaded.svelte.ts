import { untrack } from 'svelte';
import { addressOf, get, getText, type Body, type GetPath, type Question } from './client';
import { passes, Problem } from './problem';
import { hands } from './write';

/** What a page knows of the answer to its question. */
export class Loaded<Data> {
  /**
   * The newest good answer. It stays while the next one is awaited, so that a page does not jump, and where the same
   * question fails for the moment.
   */
  data = $state.raw<Data | null>(null);
  problem = $state.raw<Problem | null>(null);
  loading = $state(true);
  /** Where the API gives what is shown. */
  address = $state('');
  #again = $state(0);

  again(): void {
    this.#again += 1;
  }

  /** Read by the effect that asks. */
  get turn(): number {
    return this.#again;
  }
}

/** Asks again whenever the question changes; `null` is no question. To be called while a component is set up. */
export function load<const Path extends GetPath>(question: () => Question<Path> | null): Loaded<Body<Path>> {
  return following(() => {
    const asked = question();
    return (
      asked && {
        address: addressOf(asked),
        subject: JSON.stringify([asked.path, asked.parts ?? null]),
        ask: () => get(asked),
      }
    );
  });
}

/** The lists of an answer, by their names. */
type ListsOf<Data> = { [Name in keyof Data]: Data[Name] extends unknown[] ? Name : never }[keyof Data];

/** Pages of 500 that are read on for a page that shows a list whole. */
const MOST_PAGES = 20;

/** The same for lists that are shown whole: they are read to their end. What stands beside them is that of the first page. */
export function loadWhole<const Path extends GetPath>(
  question: () => Question<Path> | null,
  ...lists: ListsOf<Body<Path>>[]
): Loaded<Body<Path>> {
  return following(() => {
    const asked = question();
    return (
      asked && {
        address: addressOf(asked),
        subject: JSON.stringify([asked.path, asked.parts ?? null]),
        ask: () => whole(asked, lists),
      }
    );
  });
}

async function whole<Path extends GetPath>(asked: Question<Path>, lists: (keyof Body<Path>)[]): Promise<Body<Path>> {
  type Members = Record<PropertyKey, unknown>;
  const read: Members = { ...((await get(asked)) as Members) };
  for (let pages = 1; typeof read.next_cursor === 'string' && pages < MOST_PAGES; pages += 1) {
    const next = (await get({
      ...asked,
      query: { ...asked.query, cursor: read.next_cursor },
    } as unknown as Question<Path>)) as Members;
    for (const list of lists) read[list] = [...(read[list] as unknown[]), ...(next[list] as unknown[])];
    read.next_cursor = next.next_cursor ?? null;
  }
  return read as Body<Path>;
}

/** The same for an answer that is a text, at an address below the origin. */
export function loadText(where: () => string): Loaded<string> {
  return following(() => {
    const address = where();
    return { address, subject: address, ask: () => getText(address) };
  });
}

/** What is asked, and what it is about. */
type Asked<Data> = { address: string; subject: string; ask: () => Promise<Data> };

function following<Data>(question: () => Asked<Data> | null): Loaded<Data> {
  const loaded = new Loaded<Data>();
  let subject = '';
  let answered = '';
  $effect(() => {
    const asked = question();
    void loaded.turn;
    if (!asked) {
      loaded.loading = false;
      return;
    }
    let isCurrent = true;
    const { address } = asked;
    untrack(() => {
      // Another thing is asked about: the figures of the one before would stand under the wrong title.
      if (subject !== asked.subject) loaded.data = null;
      subject = asked.subject;
      loaded.address = address;
      loaded.loading = true;
      // What is said of the data that stays is said until there is an answer.
      if (loaded.data === null || answered !== address) loaded.problem = null;
    });
    asked
      .ask()
      .then((data) => {
        if (!isCurrent) return;
        answered = address;
        loaded.data = data;
        loaded.problem = null;
        loaded.loading = false;
      })
      .catch((error: unknown) => {
        if (!isCurrent) return;
        const problem = error instanceof Problem ? error : new Problem(0, 'unknown', String(error), null, {});
        // Figures of another question would stand under what is asked now; the same ones are only older.
        if (answered !== address || !passes(problem)) loaded.data = null;
        loaded.problem = problem;
        loaded.loading = false;
        // The session may have ended meanwhile: the bar has to say so too.
        if (problem.status === 401) hands.ended();
      });
    return () => void (isCurrent = false);
  });
  return loaded;
}

/** Asks again while what was answered is under way; less often, and not sooner than the service says, after it failed. */
export function follow<Data>(loaded: Loaded<Data>, isUnderWay: (data: Data) => boolean, milliseconds: number): void {
  $effect(() => {
    if (loaded.loading || loaded.data === null || !isUnderWay(loaded.data)) return;
    const wait = loaded.problem ? Math.max(milliseconds * 4, (loaded.problem.againAt ?? 0) - Date.now()) : milliseconds;
    const timer = setTimeout(() => loaded.again(), wait);
    return () => clearTimeout(timer);
  });
}
