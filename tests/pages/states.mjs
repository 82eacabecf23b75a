// Lets the API answer each of the ways that are not a figure, and looks at what the one shared component says:
//   PEOPLE={…} (people.mjs) node states.mjs BASE_URL
import assert from 'node:assert/strict';
import { examine, launch, troubles, watchedPage } from './browser.mjs';
import { signIn } from './people.mjs';

const [base] = process.argv.slice(2);
const origin = new URL(base).origin;
const plans = `${origin}/api/v1/public/plans`;
const refusal = (error, detail, more = {}) => JSON.stringify({ error, detail, request_id: 'r1', ...more });
const empty = JSON.stringify({ count: 0, next_cursor: null, limit: 50, max_rows: 500, plans: [] });

/** Name, status, body, title, and the ways on. */
const states = [
  ['empty', 200, empty, 'Nothing yet', ['Go to the start']],
  ['signed out', 401, refusal('sign_in_required', 'Sign in first.'), 'Sign in to see this', ['Sign in', 'Go to the start']],
  ['forbidden', 403, refusal('forbidden', 'Your role is too small.'), 'This is not open to you', ['Go to the start']],
  ['not found', 404, refusal('not_found', 'There is none.'), 'Nothing is here', ['Go to the start']],
  ['switched off', 404, refusal('module_disabled', 'The module prices is off.', { module: 'prices' }), 'Prices is switched off', ['Go to the start', 'Look at the status']],
  ['not readable', 422, refusal('invalid_parameter', 'The address has 3 characters.'), 'This address cannot be read', ['Go to the start']],
  ['too many', 429, 'Too many requests: wait 5 seconds.', 'Too many requests', ['Try again']],
  ['warehouse down', 503, refusal('data_source_unavailable', 'The warehouse is not reachable at the moment; try again shortly.', { store: 'warehouse' }), 'The warehouse is down', ['Try again', 'Look at the status']],
  ['app store down', 503, refusal('data_source_unavailable', 'The application store is not reachable at the moment; try again shortly.', { store: 'app_store' }), 'The store of accounts is down', ['Try again', 'Look at the status']],
  ['component failed', 503, refusal('plugin_failed', 'The component site is quarantined.'), 'This part does not answer now', ['Try again', 'Look at the status']],
  ['no connection', 0, '', 'No connection', ['Try again']],
];

/** The session ends while a page of it is open; the next write meets that. */
async function signedOutInBetween() {
  const context = await browser.newContext();
  await signIn(context, base, 'member');
  const page = await watchedPage(context, 'a session that ended');
  await page.goto(`${origin}/account`);
  await page.getByLabel('Your name').fill('Nobody');
  await context.request.post(`${base}/auth/logout`, { headers: { 'x-service-client': 'quarry-web' } });
  await page.getByRole('button', { name: 'Save the name' }).click();
  await page.getByRole('heading', { name: 'Sign in to see this' }).waitFor();
  assert.equal(await page.locator('h1').innerText(), 'Account');
  assert.equal(await page.locator('.empty a').first().getAttribute('href'), '/sign-in?to=%2Faccount');
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).waitFor();
  await context.close();
}

/** A burst on public pages has spent the minute of an address: people behind it sign in all the same. */
async function signInWithoutPublicAnswers() {
  const context = await browser.newContext();
  const page = await watchedPage(context, 'a sign-in without public answers');
  const { email, password } = JSON.parse(process.env.PEOPLE).member;
  await page.route(`${origin}/api/v1/public/**`, (route) => route.fulfill({ status: 429, body: refusal('rate_limited', 'Wait.'), contentType: 'application/json' }));
  await page.goto(`${origin}/sign-in?to=/account`);
  await page.getByText('Further ways to sign in cannot be shown now.').waitFor();
  await page.getByRole('button', { name: 'Sign in at your organization' }).waitFor();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor();
  await context.close();
}

const browser = await launch();
try {
  for (const [name, status, body, title, ways] of states) {
    const page = await watchedPage(await browser.newContext({ reducedMotion: 'reduce' }), name);
    let release;
    const held = new Promise((resolve) => (release = resolve));
    await page.route(plans, async (route) => {
      await held;
      if (status === 0) return route.abort();
      return route.fulfill({ status, body, contentType: body.startsWith('{') ? 'application/json' : 'text/plain', headers: { 'x-request-id': 'r1' } });
    });
    await page.goto(`${origin}/plans`);
    // While it loads, the page stands and says so.
    await page.getByRole('status', { name: 'Loading' }).waitFor();
    assert.equal(await page.locator('h1').innerText(), 'Plans', name);
    release();
    await page.getByRole('heading', { name: title }).waitFor();
    const panel = page.locator('.empty');
    assert.ok((await panel.locator('p').first().innerText()).length > 10, `${name} says why`);
    assert.deepEqual(await panel.locator('.button').allInnerTexts(), ways, name);
    await examine(page, '.empty', `what is said of ${name}`);
    if (status >= 400) assert.match(await panel.innerText(), /Request r1/, `${name} names the request`);
    assert.equal(await page.getByRole('status', { name: 'Loading' }).count(), 0, `${name}: nothing spins on`);
    if (ways.includes('Try again')) {
      await page.unroute(plans);
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByText('Institution').first().waitFor();
    }
    await page.context().close();
  }
  await signedOutInBetween();
  await signInWithoutPublicAnswers();
  assert.deepEqual(troubles, []);
  console.log(`${states.length} states and a session that ended in between, each with a sentence and a way on; a sign-in without public answers`);
} finally {
  await browser.close();
}
