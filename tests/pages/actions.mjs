// Changes an organization, a space, a class and an account by keyboard alone:
//   PEOPLE='{"owner":{"email":"…","password":"…"},"member":{…}}' node actions.mjs BASE_URL
// The owner (or an admin) of an institution, and a member of it, whose password is changed and changed back. The space stays.
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { launch, troubles, watchedPage } from './browser.mjs';
import { focused, press, signInByKeyboard, tabTo, write } from './hands.mjs';
import { askerAs, emailOf, passwordOf, signIn } from './people.mjs';

const [base] = process.argv.slice(2);
const origin = new URL(base).origin;
const ask = askerAs(base);
const mark = randomBytes(4).toString('hex');
// Of the part of the internet that is given to nobody: the address may be named, and nothing is ever sent to anybody.
const endpoint = `https://[2d00::1]/walk-${mark}`;

const browser = await launch();

async function pageOf(who) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
  await signIn(context, base, who);
  return watchedPage(context, who);
}
const shown = (page, text) => page.locator('main').getByText(text).first().waitFor();
const toast = (page, text) => page.locator('.toast', { hasText: text }).first().waitFor();
const dialog = (page) => page.locator('dialog[open]').waitFor();
const closed = (page) => page.waitForFunction(() => !document.querySelector('dialog[open]'));

/** What is refused stands at its field, which has the focus. */
async function refusedAt(page, name) {
  await page.waitForFunction((wanted) => document.activeElement?.name === wanted && document.activeElement.getAttribute('aria-invalid') === 'true', name);
  const why = await page.evaluate(() => document.getElementById(document.activeElement.getAttribute('aria-describedby').split(' ').at(-1)).textContent);
  assert.ok(why.length > 10, `the refusal of ${name} is said: ${why}`);
}

/** The keyboard goes on where a step has led: no step leaves the focus on nothing. */
async function keepsFocus(page, after) {
  await closed(page);
  await page.waitForFunction(() => document.activeElement !== document.body, null, { timeout: 5000 }).catch(() => assert.fail(`the focus is lost after ${after}`));
}

/** Follows the file that a link leads to. */
async function taken(page, label) {
  await tabTo(page, label);
  const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  return readFile(await file.path());
}

async function webhooks(page, organization) {
  await page.goto(`${origin}/organizations/${organization}/webhooks`);
  await page.getByRole('button', { name: 'Add an endpoint' }).waitFor();
  await press(page, 'Add an endpoint');
  await write(page, 'Address', 'https://10.0.0.7/');
  await page.keyboard.press('Enter');
  await refusedAt(page, 'url');
  await write(page, 'Address', endpoint);
  await tabTo(page, 'a price alert fires');
  await page.keyboard.press('Space');
  await press(page, 'Add the endpoint');
  const once = page.getByRole('region', { name: 'The signing secret' });
  await once.waitFor();
  await page.waitForFunction(() => document.activeElement?.classList.contains('once'));
  const secret = (await once.innerText()).match(/whsec_\S+/)[0];
  await press(page, 'I have kept it');
  assert.equal(await page.getByText(secret).count(), 0, 'the secret is not shown again');
  await press(page, endpoint);
  await page.waitForURL('**/webhooks/*');
  const id = page.url().split('/').at(-1);
  await page.getByRole('button', { name: 'Send a test event' }).waitFor();
  await press(page, 'Send a test event');
  await toast(page, 'A test event is on its way');
  const sent = page.locator('table tr', { hasText: 'evt_' });
  await sent.getByText('test', { exact: true }).waitFor();
  await keepsFocus(page, 'a test event');
  await press(page, 'Remove');
  await dialog(page);
  await press(page, 'Remove it');
  await page.waitForURL(`**/organizations/${organization}/webhooks`);
  await toast(page, 'The endpoint is removed');
  await page.getByRole('button', { name: 'Add an endpoint' }).waitFor();
  assert.equal(await page.getByRole('link', { name: endpoint }).count(), 0, 'it is listed no more');
  return id;
}

async function settings(page, webhook) {
  await press(page, 'Name and domain');
  await page.waitForURL('**/domain');
  await page.locator('[name="email_domain"]').waitFor();
  const before = await page.getByLabel('Name of the organization').inputValue();
  await write(page, 'Name of the organization', `Walk ${mark}`);
  await page.keyboard.press('Enter');
  await page.locator('h1', { hasText: `Walk ${mark}` }).waitFor();
  await write(page, 'Domain', `walk-${mark}.example`);
  await page.keyboard.press('Enter');
  await toast(page, 'The domain is saved');
  await page.locator('dl.record').getByText(`walk-${mark}.example`).first().waitFor();
  await page.locator('dl.record').getByText('TXT', { exact: true }).waitFor();
  await press(page, 'Look for the record now');
  await page.getByRole('alert').waitFor();
  await page.waitForFunction(() => document.activeElement?.textContent === 'Look for the record now');
  await write(page, 'Domain', ' ');
  await page.keyboard.press('Enter');
  await page.locator('dl.record').waitFor({ state: 'detached' });
  await write(page, 'Name of the organization', before);
  await page.keyboard.press('Enter');
  await page.locator('h1', { hasText: before }).waitFor();

  await press(page, 'Single sign-on');
  await page.waitForURL('**/single-sign-on');
  await page.getByLabel('Issuer').waitFor();
  await write(page, 'Issuer', 'https://10.0.0.1');
  await write(page, 'Client', `walk-${mark}`);
  await write(page, 'Client secret', 'nothing that opens anything');
  await page.keyboard.press('Enter');
  await refusedAt(page, 'issuer');

  // The log knows of all this; the choice of a kind is in the address.
  await press(page, 'Audit');
  await page.waitForURL('**/audit');
  await shown(page, 'the newest first');
  await tabTo(page, 'About');
  await page.keyboard.type('Webhooks');
  await page.waitForURL('**/audit?kind=webhook');
  await page.locator('tbody tr', { hasText: new RegExp(`webhook ${webhook}\\b`) }).filter({ hasText: 'webhook.removed' }).waitFor();
  await page.locator('tbody tr', { hasText: 'organization.' }).first().waitFor({ state: 'detached' });
  assert.equal(await focused(page), 'About', 'the choice keeps the focus');
}

async function classroom(page, student) {
  const { pools, as_of: newest } = await ask('/public/prices?limit=50', 'owner');
  const pool = pools.find((one) => one.chain === 'ethereum');
  const [year, month] = newest.split('-');
  await page.goto(`${origin}/classroom`);
  await page.getByRole('button', { name: 'Pin data for a class' }).waitFor();
  await press(page, 'Pin data for a class');
  await write(page, 'Pool', 'no pool');
  await page.keyboard.press('Enter');
  await refusedAt(page, 'pool');
  await write(page, 'Pool', pool.address);
  // The first week of the newest month, as a browser of en-US takes days.
  await tabTo(page, 'From');
  await page.keyboard.type(`${month}01${year}`);
  await tabTo(page, 'To');
  await page.keyboard.type(`${month}07${year}`);
  await write(page, 'Title', `Class ${mark}`);
  await press(page, 'Pin the data');
  await page.locator('h1', { hasText: `Class ${mark}` }).waitFor();
  const code = page.url().split('/').at(-1);

  await student.goto(`${origin}/classroom`);
  await student.getByLabel('Join code').waitFor();
  await write(student, 'Join code', code.toLowerCase().replaceAll('-', ''));
  await student.keyboard.press('Enter');
  await student.locator('h1', { hasText: `Class ${mark}` }).waitFor();
  const digest = createHash('sha256').update(await taken(student, 'Download CSV')).digest('hex');
  const pinned = await ask(`/session/classroom/${code}`, 'member');
  assert.equal(digest, pinned.checksum_sha256, 'the file has the checksum of the assignment');
  assert.deepEqual([pinned.from, pinned.to], [`${year}-${month}-01`, `${year}-${month}-07`]);
}

async function spaces(page, owner, user) {
  await page.goto(`${origin}/spaces`);
  await page.getByRole('button', { name: 'New space' }).waitFor();
  await press(page, 'New space');
  await write(page, 'Name', `Space ${mark}`);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/spaces/*');
  await page.locator('h1', { hasText: `Space ${mark}` }).waitFor();
  await press(page, 'Rename');
  await write(page, 'Name', `Renamed ${mark}`);
  await page.keyboard.press('Enter');
  await page.locator('h1', { hasText: `Renamed ${mark}` }).waitFor();
  await keepsFocus(page, 'the new name');

  await press(page, 'New property');
  await write(page, 'Name', 'Stage');
  await tabTo(page, 'Kind');
  await page.keyboard.type('Select');
  await write(page, 'Options', 'first\nsecond');
  await press(page, 'Make the property');
  await page.locator('tr', { hasText: 'Stage' }).getByText('second').waitFor();
  await keepsFocus(page, 'a new property');
  await press(page, 'Change Stage');
  await write(page, 'Name', 'Step');
  await page.keyboard.press('Enter');
  await page.locator('tr', { hasText: 'Step' }).waitFor();
  await keepsFocus(page, 'the change of a property');
  await press(page, 'Delete Step');
  await dialog(page);
  await press(page, 'Delete the property');
  await shown(page, 'No property yet');
  await keepsFocus(page, 'the end of a property');

  await press(page, 'Add a member');
  await write(page, 'Email', `nobody-${mark}@people.example`);
  await page.keyboard.press('Enter');
  await refusedAt(page, 'email');
  await write(page, 'Email', user.email);
  await page.keyboard.press('Enter');
  await page.locator('tr', { hasText: user.name }).waitFor();
  await keepsFocus(page, 'a new member');
  // The role is chosen in the list; that of the only owner stays, and is not offered.
  const roleOf = (name) => page.getByLabel(`Role of ${name}`).evaluate((one) => one.value);
  await tabTo(page, `Role of ${user.name}`);
  await page.keyboard.type('Editor');
  await toast(page, `${user.name} is editor now`);
  assert.equal(await focused(page), `Role of ${user.name}`, 'the choice of a role keeps the focus');
  assert.equal(await roleOf(user.name), 'editor');
  assert.equal(await page.getByLabel(`Role of ${owner.name}`).count(), 0, 'the only owner is offered no other role');
  await press(page, `Remove ${user.name}`);
  await dialog(page);
  await press(page, 'Remove the member');
  await page.locator('tr', { hasText: user.name }).waitFor({ state: 'detached' });
  await keepsFocus(page, 'the end of a membership');
}

/** Ends the window in which a person's password is not asked for again. */
async function endSudo(context, who) {
  const headers = { 'x-service-client': 'quarry-web' };
  const data = { grant_type: 'password', email: emailOf(who), password: passwordOf(who) };
  const { refresh_token } = await (await context.request.post(`${base}/auth/exchange`, { headers, data })).json();
  const answer = await context.request.post(`${base}/auth/refresh`, { headers, data: { refresh_token } });
  assert.equal(answer.status(), 200, await answer.text());
}

async function account(page, name) {
  await page.goto(`${origin}/account`);
  await page.getByLabel('Your name').waitFor();
  for (const called of [`${name} the Second`, name]) {
    await write(page, 'Your name', called);
    await page.keyboard.press('Enter');
    await page.locator('.person .name', { hasText: new RegExp(`^${called.slice(0, 24)}`) }).waitFor();
    await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
  }

  await page.goto(`${origin}/account/data`);
  const make = /^Make (the|a newer) file$/;
  await page.getByRole('button', { name: make }).waitFor();
  const before = await page.evaluate(() => document.querySelector('main a[download]')?.href ?? null);
  await press(page, make);
  await page.waitForFunction((old) => ![undefined, old].includes(document.querySelector('main a[download]')?.href), before);
  assert.ok((await taken(page, 'Download')).toString('utf8').includes(emailOf('member')), 'the file is about the person');

  // A password that is not the same twice, then one that is: other sessions end, and it alone opens the account.
  const elsewhere = await pageOf('member');
  await elsewhere.goto(`${origin}/account/sessions`);
  await shown(elsewhere, 'this one');
  await endSudo(page.context(), 'member');
  await page.goto(`${origin}/account/security`);
  await page.getByRole('button', { name: 'Change the password' }).waitFor();
  const password = `gravel ${mark} lantern walrus`;
  await write(page, 'New password', password);
  await write(page, 'The same once more', `${password}s`);
  await page.keyboard.press('Enter');
  await refusedAt(page, 'again');
  await write(page, 'The same once more', password);
  await page.keyboard.press('Enter');
  // It has been a while: the password is asked for again, and then the step goes on.
  await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor();
  await write(page, 'Password', 'not the password of anybody');
  await page.keyboard.press('Enter');
  await refusedAt(page, 'password');
  await write(page, 'Password', passwordOf('member'));
  await page.keyboard.press('Enter');
  await toast(page, 'Your new password is in force');
  await elsewhere.getByRole('heading', { name: 'Sign in to see this' }).waitFor();
  await elsewhere.context().close();

  const other = await watchedPage(await browser.newContext(), 'member, elsewhere');
  await signInByKeyboard(other, origin, '/account/security', emailOf('member'), password);
  await other.getByRole('button', { name: 'Change the password' }).waitFor();
  await other.context().close();
  await page.goto(`${origin}/account/sessions`);
  await page.getByRole('button', { name: 'Sign out everywhere else' }).waitFor();
  await press(page, 'Sign out everywhere else');
  await dialog(page);
  await press(page, 'Sign out everywhere else');
  await shown(page, /^1 session$/);
  await keepsFocus(page, 'the end of the other sessions');

  await page.goto(`${origin}/account/security`);
  await page.getByRole('button', { name: 'Change the password' }).waitFor();
  await write(page, 'New password', passwordOf('member'));
  await write(page, 'The same once more', passwordOf('member'));
  await page.keyboard.press('Enter');
  await toast(page, 'Your new password is in force');
}

try {
  const page = await pageOf('owner');
  const student = await pageOf('member');
  const { organizations } = await ask('/session/organizations', 'owner');
  const { id } = organizations.find((one) => one.kind === 'institution');
  const [{ user: owner }, { user: member }] = [await ask('/session', 'owner'), await ask('/session', 'member')];
  await classroom(page, student);
  async function ofTheOwner() {
    const webhook = await webhooks(page, id);
    await settings(page, webhook);
    await spaces(page, owner, member);
  }
  await Promise.all([ofTheOwner(), account(student, member.name)]);
  assert.deepEqual(troubles, []);
  console.log('a webhook, a domain, a provider, the audit log, a class, a space and an account by keyboard');
} finally {
  await browser.close();
}
