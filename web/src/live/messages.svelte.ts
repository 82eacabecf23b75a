import { askAnew, get } from '../api/client';
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

interface Listener {
  hear: (message: Message) => void;
  /** Asks again for what the messages tell of: some may have been sent while nobody listened. */
  again: () => void;
}

/** The live connection of a signed-in person. It is opened for the first listener and comes back by itself. */
class Messages {
  #listeners = new Set<Listener>();
  #socket: WebSocket | null = null;
  #wait = 1000;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * Hears messages while the component that asks is shown; `again` is called when some may have been missed. To be called
   * while it is set up.
   */
  hear(hear: (message: Message) => void, again: () => void): void {
    $effect(() => {
      const listener: Listener = { hear, again };
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
      const socket = new WebSocket(
        `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/cable?ticket=${encodeURIComponent(ticket)}`,
      );
      this.#socket = socket;
      socket.onopen = () => {
        this.#wait = 1000;
        // A page asks before its connection stands, and what was sent until then is not sent later.
        askAnew();
        for (const { again } of this.#listeners) again();
      };
      socket.onmessage = (event) => {
        const message = JSON.parse(String(event.data)) as Message;
        askAnew();
        for (const { hear } of this.#listeners) hear(message);
      };
      socket.onclose = () => {
        // One that was closed from here has no successor.
        if (this.#socket !== socket) return;
        this.#socket = null;
        this.#later();
      };
    } catch (error) {
      // The connection ends with its session; the page then says who is signed in, and nobody is listened for.
      if (error instanceof Problem && error.status === 401) await viewer.renew();
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
