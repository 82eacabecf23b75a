import { tab } from './tab';

/** Something written that the service does not have yet. */
export interface Unsaved {
  /** True where closing the tab now loses nothing. */
  readonly canLeave: boolean;
  /** The tab goes: what can still be sent is sent. */
  leave(): void;
  /** Puts it where this tab finds it when it comes back; false where that is not possible. */
  keep(): boolean;
}

/** What stands under a name that begins so waits in this tab for its page to be loaded again. */
export const KEPT = 'quarry-unsaved-';
/** A navigation asks its pages within one task; later than this it is another one. */
const SOON = 1000;

const held = new Set<Unsaved>();
let comesBack = false;

/** Asks before the tab closes over it, and lets it send what it can; also when the component that wrote it is gone. */
export function hold(one: Unsaved): void {
  if (held.size === 0) {
    addEventListener('beforeunload', ask);
    addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', hide);
  }
  held.add(one);
}

export function release(one: Unsaved): void {
  held.delete(one);
  if (held.size > 0) return;
  removeEventListener('beforeunload', ask);
  removeEventListener('pagehide', leave);
  document.removeEventListener('visibilitychange', hide);
}

/** Goes to another site that sends this tab back: nothing is asked where everything unsaved could be kept for the return. */
export function leaveFor(address: string): void {
  comesBack = [...held].every((one) => one.keep());
  setTimeout(() => (comesBack = false), SOON);
  location.assign(address);
}

/** True where an earlier page of this tab left something. */
export const isKept = (): boolean => tab.names(KEPT).length > 0;

function ask(event: BeforeUnloadEvent): void {
  if (!comesBack && [...held].some((one) => !one.canLeave)) event.preventDefault();
}

function leave(): void {
  for (const one of held) one.leave();
}

/** A tab that nobody looks at may be ended without being told. */
function hide(): void {
  if (document.visibilityState === 'hidden') for (const one of held) one.keep();
}
