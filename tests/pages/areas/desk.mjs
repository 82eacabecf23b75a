import { readFileSync } from 'node:fs';

// A deployment releases nothing in its first hour: until then the page is drawn of the answer that the interface's document shows.
const RELEASE = '/session/data/datasets/{key}/releases/{release}';
const { paths } = JSON.parse(readFileSync(new URL('../../../docs/openapi.session.json', import.meta.url), 'utf8'));
const exampleOf = (path) => paths[path].get.responses['200'].content['application/json'].example;
const example = exampleOf(RELEASE);
const at = RELEASE.replace('{key}', example.dataset).replace('{release}', example.release);
const examples = { [at]: example, [`${at}/files/${example.files[0].name}`]: { ...exampleOf(`${RELEASE}/files/{name}`), download_url: 'data:text/csv,a' } };

/** Addresses within a sentence, as a row of the page has room for them. */
const brief = (sentence) => sentence.replace(/0x[0-9a-f]{40}/g, (address) => `${address.slice(0, 6)}…${address.slice(-4)}`);
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
  const exchanges = catalogue.categories.find((one) => one.key === 'dex');
  const release = catalogue.newest_releases[0] ?? example;
  const { files } = release === example ? example : await ask(release.path.replace('/api/v1', ''), 'member');
  const spaces = (await ask('/session/spaces', 'member')).spaces;
  const shared = spaces.find((one) => !one.personal);
  const [property] = (await ask(`/session/spaces/${shared.id}`, 'member')).properties;
  const assignment = await pinned(ask);
  return [
    { name: 'library', as: 'member', strange: true, path: '/library', shows: `of ${library.limit}`, by: 'desk.mjs' },
    { name: 'inbox', as: 'member', strange: true, path: '/inbox', shows: inbox.notifications[0]?.excerpt ?? 'Nothing has reached you yet', by: 'desk.mjs' },
    { name: 'alerts', as: 'member', strange: true, path: '/alerts', shows: brief(alerts.price_alerts[0].sentence), by: 'desk.mjs' },
    { name: 'data', as: 'member', strange: true, path: '/data', shows: catalogue.categories[1].description, uses: [{ on: exchanges.name, leads: '/data/categories/dex' }] },
    { name: 'category', as: 'member', path: '/data/categories/dex', shows: grouped(dex.datasets[0].rows), uses: [{ on: dex.datasets[0].name, leads: `/data/datasets/${dex.datasets[0].key}` }] },
    { name: 'dataset', as: 'member', path: '/data/datasets/swaps', shows: 'Rows of these pools.', by: 'desk.mjs' },
    { name: 'dataset-logs', as: 'member', path: '/data/datasets/logs', shows: 'Logs of this event, by the hash of its signature.' },
    { name: 'exports', as: 'member', strange: true, path: '/data/requests', shows: requests[0].name, uses: [{ on: requests[0].name, leads: '/data/requests/' }] },
    { name: 'export', as: 'member', strange: true, path: `/data/requests/${done.id}`, shows: done.checksum_sha256, by: 'desk.mjs' },
    { name: 'draft', as: 'member', strange: true, path: `/data/requests/${draft.id}`, shows: 'Run the export' },
    { name: 'release', as: 'member', path: `/data/datasets/${release.dataset}/releases/${release.release}`, shows: grouped(release.row_count), uses: [{ on: `Download ${files[0].name}`, saves: files[0].name }], ...(release === example ? { answers: examples } : {}) },
    { name: 'classroom', as: 'admin', strange: true, path: '/classroom', shows: assignment.join_code, by: 'actions.mjs' },
    { name: 'assignment', as: 'member', strange: true, path: `/classroom/${assignment.join_code}`, shows: assignment.checksum_sha256, by: 'actions.mjs' },
    { name: 'spaces', as: 'member', strange: true, path: '/spaces', shows: shared.name, by: 'actions.mjs' },
    { name: 'space', as: 'member', strange: true, path: `/spaces/${shared.id}`, shows: property.name, by: 'actions.mjs' },
  ];
}

/** The newest assignment; where there is none yet, a week of a pool is pinned. */
async function pinned(ask) {
  const { assignments, teachable_organizations: organizations } = await ask('/session/classroom', 'admin');
  if (assignments.length) return assignments[0];
  const body = { organization_id: organizations[0].id, pool: '0x88e6a0c2ddd26feeb64f039a2c41296fcb3f5640', from: '2026-10-20', to: '2026-10-26', title: 'Prices of a week', instructions: 'Find the day with the widest range.' };
  return ask('/session/classroom', 'admin', { method: 'POST', body });
}
