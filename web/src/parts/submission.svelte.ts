import { getContext, setContext } from 'svelte';
import { Problem } from '../api/problem';
import { sentenceOf } from '../words/problems';

/** A form that is filled in: it waits for its answer and knows what was refused, field by field. */
export class Submission {
  isBusy = $state(false);
  problem = $state.raw<Problem | null>(null);
  /** Fields that stand in the form; what is refused of others is said above the button. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- read when a refusal comes, which is state itself
  #named = new Set<string>();

  /** Does the work once at a time; `undefined` where it was refused, and the form says why. */
  async run<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    if (this.isBusy) return undefined;
    this.isBusy = true;
    this.problem = null;
    try {
      return await work();
    } catch (error) {
      this.problem = error instanceof Problem ? error : new Problem(0, 'unknown', String(error), null, {});
      return undefined;
    } finally {
      this.isBusy = false;
    }
  }

  name(field: string): void {
    this.#named.add(field);
  }

  /** What was wrong with a field. */
  trouble(field: string): string | undefined {
    return this.#fields[field];
  }

  /** What was wrong and stands at no field. */
  get rest(): string | null {
    if (!this.problem) return null;
    const fields = Object.entries(this.#fields);
    const others = fields.filter(([field]) => !this.#named.has(field)).map(([, text]) => text);
    if (fields.length === 0) return sentenceOf(this.problem) || 'The service refused this.';
    return others.length ? sentenceOf(this.problem, others.join(' ')) : null;
  }

  get #fields(): Record<string, string> {
    const fields = this.problem?.members['fields'];
    return fields && typeof fields === 'object' ? (fields as Record<string, string>) : {};
  }
}

const KEY = Symbol('submission');
export const putSubmission = (submission: Submission) => setContext(KEY, submission);
export const theSubmission = () => getContext<Submission | undefined>(KEY);
