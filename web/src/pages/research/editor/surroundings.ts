import type { CitedValue } from '../figure';
import type { PageFile } from '../page/document';

/** What stands around the text: figures and files by their numbers. Views of nodes are drawn anew when more of it is known. */
export class Surroundings {
  #figures = new Map<number, CitedValue>();
  #files = new Map<number, PageFile>();
  #watchers = new Set<() => void>();

  figure(id: number): CitedValue | undefined {
    return this.#figures.get(id);
  }
  file(id: number): PageFile | undefined {
    return this.#files.get(id);
  }

  know(figures: readonly CitedValue[], files: readonly PageFile[] = []): void {
    for (const figure of figures) this.#figures.set(figure.id, figure);
    for (const file of files) this.#files.set(file.upload_id, file);
    for (const watcher of this.#watchers) watcher();
  }

  /** Calls now and whenever more is known, until the answer is called. */
  watch(watcher: () => void): () => void {
    watcher();
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }
}
