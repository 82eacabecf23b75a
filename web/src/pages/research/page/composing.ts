import { tab } from '../../../live/tab';
import { viewer } from '../../../live/viewer.svelte';

/** A comment that is being written, and who is named in it. */
export interface Composing {
  body: string;
  named: [id: number, name: string][];
}

/** What one person has written to one target and not sent: it waits in this tab while another block is chosen, or another page. */
export function composing(target: string): { begun: Composing; keep: (now: Composing) => void } {
  const name = `quarry-comment-${viewer.person?.id ?? 0}-${target}`;
  const kept = tab.read(name);
  return {
    begun: kept ? (JSON.parse(kept) as Composing) : { body: '', named: [] },
    keep: (now) => void (now.body ? tab.keep(name, JSON.stringify(now)) : tab.forget(name)),
  };
}
