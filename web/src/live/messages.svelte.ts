import { get } from '../api/client';
import { Problem } from '../api/problem';
import { viewer } from './viewer.svelte';

/** A message to the person: a hint that something has changed and is worth asking for. */
export interface Message {
  /** `notice`, `notification`, … as docs/sign-in.md lists them. */
  type: string;
  component?: string;
  /** `research.comment_added`, `inbox.grew`, … */
  name?: string;
  data?: Record<string, unknown>;
}

type Listener = (message: Message) => void;

/** The live connection of a signed-in person. It is opened for the first listener and comes back by itself. */
class Messages {
  #listeners = new Set<Listener>();
  #socket: WebSocket | null = null;
  #wait = 1000;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Hears messages while the component that asks is shown. To be called while it is set up. */
  hear(listener: Listener): void {
    $effect(() => {
      void viewer.turn;
      if (!viewer.signedIn) return;
      this.#listeners.add(listener);
      if (!this.#socket) void this.#open();
      return () => {
        this.#listeners.delete(listener);
        if (this.#listeners.size === 0) this.#close();
      };
    });
  }

  async #open(): Promise<void> {
    clearTimeout(this.#timer);
    try {
      const { ticket } = await get({ path: '/session/cable_token' });
      if (this.#listeners.size === 0 || this.#socket) return;
      const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/cable?ticket=${encodeURIComponent(ticket)}`);
      this.#socket = socket;
      socket.onopen = () => (this.#wait = 1000);
      socket.onmessage = (event) => {
        const message = JSON.parse(String(event.data)) as Message;
        for (const listener of this.#listeners) listener(message);
      };
      socket.onclose = () => {
        if (this.#socket === socket) this.#socket = null;
        this.#later();
      };
    } catch (error) {
      // The connection ends with its session; the page then says who is signed in, and nobody is listened for.
      if (error instanceof Problem && error.status === 401) return viewer.renew();
      this.#later();
    }
  }

  #later(): void {
    if (this.#listeners.size === 0) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#open(), this.#wait);
    this.#wait = Math.min(this.#wait * 2, 60_000);
  }

  #close(): void {
    clearTimeout(this.#timer);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }
}

export const messages = new Messages();
