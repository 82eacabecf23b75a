import { Problem } from '../api/problem';

interface Toast {
  id: number;
  text: string;
  stays: boolean;
}

class Toasts {
  shown = $state<Toast[]>([]);
  #next = 0;

  /** What stays does so until it is put away, or the next one takes its place. */
  add(text: string, stays = false): void {
    const id = this.#next++;
    this.shown = [...this.shown.filter((toast) => !toast.stays), { id, text, stays }];
    if (!stays) setTimeout(() => this.close(id), 3500);
  }

  close(id: number): void {
    this.shown = this.shown.filter((toast) => toast.id !== id);
  }

  /** Another page: what was refused on the one before is of no use there. */
  clear(): void {
    this.shown = this.shown.filter((toast) => !toast.stays);
  }
}

export const toasts = new Toasts();
/** Tells the reader that something was done. */
export const toast = (text: string) => toasts.add(text);
/** Tells the reader why something was not done; it may take a while to read. */
export function refusal(error: unknown, otherwise = 'The service refused this.'): void {
  const [field] =
    error instanceof Problem ? Object.values((error.members['fields'] ?? {}) as Record<string, string>) : [];
  toasts.add(field ?? ((error instanceof Problem && error.detail) || otherwise), true);
}
