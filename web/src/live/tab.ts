/** Where the browser keeps nothing for a tab: it lasts as long as the page. */
const memory = new Map<string, string>();

/** What a tab keeps for itself, over pages that are loaded anew; no other tab and no other site sees it. */
export const tab = {
  /** False where it lasts only until the page is loaded anew. */
  keep(name: string, text: string): boolean {
    try {
      sessionStorage.setItem(name, text);
      memory.delete(name);
      return true;
    } catch {
      memory.set(name, text);
      return false;
    }
  },
  read(name: string): string | null {
    return memory.get(name) ?? stored(() => sessionStorage.getItem(name)) ?? null;
  },
  forget(name: string): void {
    memory.delete(name);
    stored(() => sessionStorage.removeItem(name));
  },
  /** Names that begin so, of what outlasts the page. */
  names(beginning: string): string[] {
    return (stored(() => Object.keys(sessionStorage)) ?? []).filter((name) => name.startsWith(beginning));
  },
};

function stored<Result>(work: () => Result): Result | null {
  try {
    return work();
  } catch {
    return null;
  }
}
