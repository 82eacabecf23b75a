/** The pages of the area `staff`, as `pages.mjs` describes them; `ask(path, who)` asks the API as a person of the sample. */
export async function staff(ask) {
  void ask;
  return [];
}
