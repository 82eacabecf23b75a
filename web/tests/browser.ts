// Parts of a browser that modules ask for: imported before them.
export const kept = new Map<string, string>();
const listeners = new Map<string, (event: unknown) => void>();
const storage = {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, value: string) => void kept.set(name, value),
  removeItem: (name: string) => void kept.delete(name),
};
const heard = {
  addEventListener: (name: string, listener: (event: unknown) => void) => void listeners.set(name, listener),
  removeEventListener: (name: string) => void listeners.delete(name),
};

Object.assign(globalThis, {
  ...heard,
  document: { ...heard, querySelector: () => null, visibilityState: 'hidden' },
  location: { assign: () => {} },
});
Object.defineProperty(globalThis, 'sessionStorage', {
  value: new Proxy(storage, {
    ownKeys: () => [...kept.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  }),
});
// Node's own would keep the process running.
delete (globalThis as { BroadcastChannel?: unknown }).BroadcastChannel;

/** Tells the listeners of the window, or of the document. */
export const happens = (name: string, event: unknown = {}) => listeners.get(name)?.(event);

/** True where the browser asks before the tab closes. */
export function asks(): boolean {
  let isAsked = false;
  happens('beforeunload', { preventDefault: () => (isAsked = true) });
  return isAsked;
}
