import { untrack } from 'svelte';
import { addressOf, get, type Body, type GetPath, type Question } from './client';
import { Problem } from './problem';
import { hands } from './write';

/** What a page knows of the answer to its question. */
export class Loaded<Data> {
  /** The newest good answer; it stays while the next one is awaited, so that a page does not jump. */
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
  const loaded = new Loaded<Body<Path>>();
  let subject = '';
  $effect(() => {
    const asked = question();
    void loaded.turn;
    if (!asked) {
      loaded.loading = false;
      return;
    }
    let isCurrent = true;
    const address = addressOf(asked);
    untrack(() => {
      // Another thing is asked about: the figures of the one before would stand under the wrong title.
      const next = JSON.stringify([asked.path, asked.parts ?? null]);
      if (subject !== next) loaded.data = null;
      subject = next;
      loaded.address = address;
      loaded.loading = true;
      loaded.problem = null;
    });
    get(asked)
      .then((data) => {
        if (!isCurrent) return;
        loaded.data = data;
        loaded.loading = false;
      })
      .catch((error: unknown) => {
        if (!isCurrent) return;
        loaded.data = null;
        loaded.problem = error instanceof Problem ? error : new Problem(0, 'unknown', String(error), null, {});
        loaded.loading = false;
        // The session may have ended meanwhile: the bar has to say so too.
        if (loaded.problem.status === 401) hands.ended();
      });
    return () => void (isCurrent = false);
  });
  return loaded;
}
