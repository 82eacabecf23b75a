const grouped = (number) => Number(number).toLocaleString('en-US');

/** The pages of the area `desk`, as `pages.mjs` describes them; `ask(path, who)` asks the API as a person of the sample. */
export async function desk(ask) {
  const alerts = await ask('/session/alerts', 'member');
  const library = await ask('/session/library', 'member');
  const inbox = await ask('/session/notifications', 'member');
  const catalogue = await ask('/session/data', 'member');
  const dex = await ask('/session/data/categories/dex', 'member');
  const requests = (await ask('/session/data/requests', 'member')).requests;
  const done = requests.find((one) => one.status === 'completed');
  const draft = requests.find((one) => one.status === 'draft');
  const release = catalogue.newest_releases[0];
  const spaces = (await ask('/session/spaces', 'member')).spaces;
  const shared = spaces.find((one) => !one.personal);
  const [property] = (await ask(`/session/spaces/${shared.id}`, 'member')).properties;
  const assignment = await pinned(ask);
  return [
    { name: 'library', as: 'member', strange: true, path: '/library', shows: `of ${library.limit}` },
    { name: 'inbox', as: 'member', strange: true, path: '/inbox', shows: inbox.notifications[0]?.excerpt ?? 'Nothing has reached you yet' },
    { name: 'alerts', as: 'member', strange: true, path: '/alerts', shows: alerts.price_alerts[0].sentence },
    { name: 'data', as: 'member', strange: true, path: '/data', shows: catalogue.categories[1].description },
    { name: 'category', as: 'member', path: '/data/categories/dex', shows: grouped(dex.datasets[0].rows) },
    { name: 'dataset', as: 'member', path: '/data/datasets/swaps', shows: 'Rows of these pools.' },
    { name: 'dataset-logs', as: 'member', path: '/data/datasets/logs', shows: 'Logs of this event, by the hash of its signature.' },
    { name: 'exports', as: 'member', strange: true, path: '/data/requests', shows: requests[0].name },
    { name: 'export', as: 'member', strange: true, path: `/data/requests/${done.id}`, shows: done.checksum_sha256 },
    { name: 'draft', as: 'member', strange: true, path: `/data/requests/${draft.id}`, shows: 'Run the export' },
    ...(release ? [{ name: 'release', as: 'member', path: `/data/datasets/${release.dataset}/releases/${release.release}`, shows: grouped(release.row_count) }] : []),
    { name: 'classroom', as: 'admin', strange: true, path: '/classroom', shows: assignment.join_code },
    { name: 'assignment', as: 'member', strange: true, path: `/classroom/${assignment.join_code}`, shows: assignment.checksum_sha256 },
    { name: 'spaces', as: 'member', strange: true, path: '/spaces', shows: shared.name },
    { name: 'space', as: 'member', strange: true, path: `/spaces/${shared.id}`, shows: property.name },
  ];
}

/** The newest assignment; where there is none yet, a week of a pool is pinned. */
async function pinned(ask) {
  const { assignments, teachable_organizations: organizations } = await ask('/session/classroom', 'admin');
  if (assignments.length) return assignments[0];
  const body = { organization_id: organizations[0].id, pool: '0x88e6a0c2ddd26feeb64f039a2c41296fcb3f5640', from: '2026-10-20', to: '2026-10-26', title: 'Prices of a week', instructions: 'Find the day with the widest range.' };
  return ask('/session/classroom', 'admin', { method: 'POST', body });
}
