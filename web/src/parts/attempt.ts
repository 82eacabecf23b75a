import { Problem } from '../api/problem';
import { toast } from './toasts.svelte';

/** Does a step that has no form, and tells the reader that it is done, or why it was refused. */
export async function attempt<Result>(work: () => Promise<Result>, done?: string): Promise<Result | undefined> {
  try {
    const result = await work();
    if (done) toast(done);
    return result;
  } catch (error) {
    toast(error instanceof Problem ? error.detail || 'The service refused this.' : String(error));
    return undefined;
  }
}
