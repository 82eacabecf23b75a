/** The pages of the area `research`, as `pages.mjs` describes them; `ask(path, who)` asks the API as a person of the sample. */
export async function research(ask) {
  const found = (await ask('/session/research/search?q=liquidations', 'member')).pages[0];
  const project = await ask(`/session/research/projects/${found.project.id}`, 'member');
  const at = `/research/projects/${project.project.id}`;
  const shown = project.pages.find((one) => one.title === 'What a page can show');
  const { threads } = await ask(`/session/research/pages/${found.id}/threads`, 'member');
  const thrown = await inTheTrash(ask);
  return [
    { name: 'research', as: 'member', strange: true, path: '/research', shows: 'Changed last', by: 'research.mjs' },
    { name: 'research-found', as: 'member', strange: true, path: '/research?q=liquidations', shows: found.title },
    { name: 'research-trash', as: 'admin', strange: true, path: '/research/trash', shows: thrown.title, by: 'workings.mjs' },
    { name: 'project', as: 'member', strange: true, path: at, shows: project.folders[0].name, by: 'workings.mjs' },
    { name: 'project-board', as: 'member', strange: true, path: `${at}/board`, shows: 'Borrowers of the largest', by: 'workings.mjs' },
    { name: 'project-board-of-a-view', as: 'member', strange: true, path: `${at}/board?view=${project.views[0].id}`, shows: found.title },
    { name: 'project-table', as: 'member', strange: true, path: `${at}/table`, shows: 'Borrowers of the largest', by: 'workings.mjs' },
    { name: 'project-table-filtered', as: 'member', path: `${at}/table?sort=-prop.2&filter=${encodeURIComponent('{"status":["in_review"]}')}`, shows: found.title },
    { name: 'page-history', as: 'member', strange: true, path: `/research/pages/${shown.id}/history`, shows: shown.title, by: 'workings.mjs' },
    { name: 'page', as: 'admin', strange: true, path: `/research/pages/${found.id}`, shows: threads[0].comment.body, by: 'workings.mjs' },
    { name: 'page-of-every-kind', weighs: 150, as: 'member', strange: true, path: `/research/pages/${shown.id}`, shows: 'Liquidations of the sample' },
    { name: 'page-edit', as: 'member', strange: true, path: `/research/pages/${shown.id}/edit`, shows: 'The figure with its record', by: 'research.mjs', weighs: 220, edits: true },
  ];
}

/** A project in the trash that nobody restores meanwhile; it is made where there is none. */
async function inTheTrash(ask) {
  const look = async () => (await ask('/session/research/trash', 'admin')).trash.find((one) => one.title === 'Thrown away');
  const known = await look();
  if (known) return known;
  const { id } = await ask('/session/research/projects', 'admin', { method: 'POST', body: { name: 'Thrown away', description: null, space_id: null } });
  await ask(`/session/research/projects/${id}`, 'admin', { method: 'DELETE' });
  return look();
}
