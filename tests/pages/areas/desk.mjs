/** The pages of the area `desk`, as `pages.mjs` describes them; `ask(path, who)` asks the API as a person of the sample. */
export async function desk(ask) {
  void ask;
  return [];
}
