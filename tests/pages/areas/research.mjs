/** The pages of the area `research`, as `pages.mjs` describes them; `ask(path, who)` asks the API as a person of the sample. */
export async function research(ask) {
  void ask;
  return [];
}
