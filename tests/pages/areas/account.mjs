/** The pages of the area `account`, as `pages.mjs` describes them; `ask(path, who)` asks the API as a person of the sample. */
export async function account(ask) {
  void ask;
  return [];
}
