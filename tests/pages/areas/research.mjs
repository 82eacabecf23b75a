/** The pages of the area `research`, as `pages.mjs` describes them; `ask(path, who)` asks the API as a person of the sample. */
export async function research(ask) {
  const workspace = await ask('/session/research', 'member');
  const found = (await ask('/session/research/search?q=liquidations', 'member')).pages[0];
  const project = await ask(`/session/research/projects/${found.project.id}`, 'member');
  const at = `/research/projects/${project.project.id}`;
  const shown = project.pages.find((one) => one.title === 'What a page can show');
  const { threads } = await ask(`/session/research/pages/${found.id}/threads`, 'member');
  return [
    { name: 'research', as: 'member', strange: true, path: '/research', shows: workspace.space.name },
    { name: 'research-found', as: 'member', strange: true, path: '/research?q=liquidations', shows: found.title },
    { name: 'research-trash', as: 'member', path: '/research/trash', shows: 'restored for 30 days' },
    { name: 'project', as: 'member', strange: true, path: at, shows: project.folders[0].name },
    { name: 'project-board', as: 'member', strange: true, path: `${at}/board`, shows: 'Borrowers of the largest' },
    { name: 'project-board-of-a-view', as: 'member', path: `${at}/board?view=${project.views[0].id}`, shows: found.title },
    { name: 'project-table', as: 'member', strange: true, path: `${at}/table`, shows: 'Borrowers of the largest' },
    { name: 'project-table-filtered', as: 'member', path: `${at}/table?sort=-prop.2&filter=${encodeURIComponent('{"status":["in_review"]}')}`, shows: found.title },
    { name: 'page-history', as: 'member', strange: true, path: `/research/pages/${shown.id}/history`, shows: shown.title },
    { name: 'page', as: 'admin', strange: true, path: `/research/pages/${found.id}`, shows: threads[0].comment.body },
    { name: 'page-of-every-kind', as: 'member', strange: true, path: `/research/pages/${shown.id}`, shows: 'Liquidations of the sample' },
    { name: 'page-edit', as: 'member', strange: true, path: `/research/pages/${shown.id}/edit`, shows: 'The figure with its record' },
  ];
}
