/** The pages of the area `desk`, as `pages.mjs` describes them; `ask(path, who)` asks the API as a person of the sample. */
export async function desk(ask) {
  const alerts = await ask('/session/alerts', 'member');
  const library = await ask('/session/library', 'member');
  const inbox = await ask('/session/notifications', 'member');
  return [
    { name: 'library', as: 'member', strange: true, path: '/library', shows: `of ${library.limit}` },
    { name: 'inbox', as: 'member', strange: true, path: '/inbox', shows: inbox.notifications[0]?.excerpt ?? 'Nothing has reached you yet' },
    { name: 'alerts', as: 'member', strange: true, path: '/alerts', shows: alerts.price_alerts[0].sentence },
  ];
}
