// Puts what a stranger might call a token, a page or themselves into the API's answers on their way to the browser.

/** A part of each hostile text that has to be read on the page. */
export const HOSTILE = '<i id=ran>';

const text = `${HOSTILE}<img src=x onerror=__ran=1></td><script>__ran=1</script>"'\u202e\u0000${'W'.repeat(10_000)}`;
const members = new Set(['symbol', 'name', 'title', 'summary', 'label', 'author', 'event', 'signature', 'file_name', 'caption', 'key', 'reported_loss', 'reason', 'value_text', 'status_reason', 'disabled_reason', 'staff_note', 'user_agent', 'minted_by', 'actor_name', 'invited_by', 'excerpt', 'sentence', 'instructions', 'warning']);
// Keys of datasets and steps are the service's.
const keyed = /\/session\/(data|onboarding)/;
// Names of things that the service itself gives are words of its own.
const own = /\/public\/(site|home|status|plans|auth)/;

function changed(value, name, own) {
  if (Array.isArray(value)) return value.map((item) => changed(item, name, own));
  if (value && typeof value === 'object') return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, changed(inner, key, own)]));
  return typeof value === 'string' && members.has(name) && name !== own ? text : value;
}

export async function hostile(context, origin) {
  await context.route(new RegExp(`^${origin}/api/v1/(public|session)/`), async (route) => {
    if (own.test(route.request().url()) || route.request().method() !== 'GET') return route.continue();
    const response = await route.fetch();
    if (!response.headers()['content-type']?.startsWith('application/json')) return route.fulfill({ response });
    return route.fulfill({ response, json: changed(await response.json(), '', keyed.test(route.request().url()) ? 'key' : '') });
  });
}
