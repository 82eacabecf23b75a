interface Toast { id: number; text: string }

class Toasts {
  shown = $state<Toast[]>([]);
  #next = 0;

  add(text: string): void {
    const id = this.#next++;
    this.shown.push({ id, text });
    setTimeout(() => (this.shown = this.shown.filter((toast) => toast.id !== id)), 3500);
  }
}

export const toasts = new Toasts();
/** Tells the reader that something was done. */
export const toast = (text: string) => toasts.add(text);
