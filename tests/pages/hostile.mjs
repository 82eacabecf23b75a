// Puts what a stranger might call a token, a page or themselves into the API's answers on their way to the browser.

/** A part of each hostile text that has to be read on the page. */
export const HOSTILE = '<i id=ran>';

/** Characters that turn the direction of what follows; none of them may reach what is shown or said. */
const TURNS = '[\u200e\u200f\u202a-\u202e\u2066-\u2069]';
const text = `${HOSTILE}<img src=x onerror=__ran=1></td><script>__ran=1</script>"'\u202e\u2067\u0000${'W'.repeat(10_000)}`;
const members = ['symbol', 'name', 'title', 'summary', 'label', 'author', 'event', 'signature', 'file_name', 'caption', 'key', 'reported_loss', 'reason', 'value_text', 'status_reason', 'disabled_reason', 'staff_note', 'user_agent', 'minted_by', 'actor_name', 'invited_by', 'excerpt', 'sentence', 'instructions', 'warning'];
// Keys of datasets and steps are the service's.
const keyed = /\/session\/(data|onboarding)/;
// Names of things that the service itself gives are words of its own.
const own = /\/public\/(site|home|status|plans|auth)/;

function changed(value, name, isStrange) {
  if (Array.isArray(value)) return value.map((item) => changed(item, name, isStrange));
  if (value && typeof value === 'object') return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, changed(inner, key, isStrange)]));
  return typeof value === 'string' && isStrange(name) ? text : value;
}

/** From now on a page is answered with hostile texts; `strange` may name members beside the usual ones. */
export async function hostile(page, base, strange) {
  const more = Array.isArray(strange) ? strange : [];
  await page.route(new RegExp(`^${base}/(public|session)/`), async (route) => {
    const url = route.request().url();
    if ((own.test(url) && !more.length) || route.request().method() !== 'GET') return route.continue();
    const response = await route.fetch();
    if (!response.headers()['content-type']?.startsWith('application/json')) return route.fulfill({ response });
    const isStrange = (name) => more.includes(name) || (!own.test(url) && members.includes(name) && !(name === 'key' && keyed.test(url)));
    return route.fulfill({ response, json: changed(await response.json(), '', isStrange) });
  });
}

/** What of a hostile text has done more than to be read. */
export const whatRan = (page) =>
  page.evaluate((turns) => {
    const told = [...document.querySelectorAll('[title], [aria-label], [alt], [placeholder]')].flatMap((one) => ['title', 'aria-label', 'alt', 'placeholder'].map((name) => one.getAttribute(name) ?? ''));
    const turned = [document.title, document.body.innerText, ...told].find((said) => new RegExp(turns).test(said));
    return [
      ...(window.__ran || document.querySelector('#ran, [onerror], main script') ? ['runs what a stranger wrote'] : []),
      ...(turned === undefined ? [] : [`lets a stranger turn the direction of ${JSON.stringify(turned.replace(/W{9,}/g, 'W…').slice(-300))}`]),
    ];
  }, TURNS);
