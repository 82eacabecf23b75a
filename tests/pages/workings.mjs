// Does the daily work of research and staff by keyboard alone: node workings.mjs BASE_URL, with PEOPLE (people.mjs).
// It makes its own project and pages, removes them, and switches nothing: for a server that others share.
import assert from 'node:assert/strict';
import { launch, troubles, watchedPage } from './browser.mjs';
import { focused, press, tabTo, write } from './hands.mjs';
import { askerAs, signIn } from './people.mjs';

const [base] = process.argv.slice(2);
const origin = new URL(base).origin;
const ask = askerAs(base);
const mark = Date.now().toString(36);
const browser = await launch();

async function pageOf(who) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
  await signIn(context, base, who);
  return watchedPage(context, who);
}

const toast = (page, text) => page.locator('.toast', { hasText: text }).first().waitFor();
const shown = (page, text) => page.locator('main').getByText(text).first().waitFor();
const gone = (page, text) => page.locator('main').getByText(text).first().waitFor({ state: 'detached' });
const closed = (page) => page.waitForFunction(() => !document.querySelector('dialog[open]'));

/** The focus comes to rest there: nobody has to begin at the top of the page again. */
async function rests(page, label) {
  const isIt = (said) => (typeof label === 'string' ? said === label : label.test(said));
  for (let tries = 0; tries < 150; tries += 1) {
    if (isIt(await focused(page))) return;
    await page.waitForTimeout(100);
  }
  assert.fail(`the focus does not come to ${label}; it is on ${JSON.stringify((await focused(page)).slice(0, 80))}`);
}

/** Opens a menu and chooses of it. */
async function choose(page, menu, label) {
  await press(page, menu);
  await press(page, label);
}

/** A folder and a page of a project's tree: renamed, put away, fetched back, and found again. */
async function tree(page) {
  const { id: project } = await ask('/session/research/projects', 'admin', { method: 'POST', body: { name: `Tree ${mark}`, description: null, space_id: null } });
  await ask(`/session/research/projects/${project}/folders`, 'admin', { method: 'POST', body: { name: `Early ${mark}`, parent_folder_id: null } });
  await ask(`/session/research/projects/${project}/pages`, 'admin', { method: 'POST', body: { title: `Leaf ${mark}` } });
  await page.goto(`${origin}/research/projects/${project}`);
  await shown(page, `Leaf ${mark}`);
  await choose(page, `Actions for the folder Early ${mark}`, 'Rename');
  await write(page, 'Name', `Late ${mark}`);
  await page.keyboard.press('Enter');
  await rests(page, `Actions for the folder Late ${mark}`);
  await choose(page, `Actions for Leaf ${mark}`, 'Put into the trash');
  await press(page, 'Put it into the trash');
  await toast(page, 'The page lies in the trash');
  await shown(page, 'Nothing lies in it yet.');
  await page.getByRole('link', { name: `Leaf ${mark}` }).waitFor({ state: 'detached' });

  await page.goto(`${origin}/research/trash`);
  await shown(page, `Leaf ${mark}`);
  await press(page, `Restore Leaf ${mark}`);
  await toast(page, `Leaf ${mark} is restored`);
  await gone(page, `Leaf ${mark}`);
  assert.ok(await page.evaluate(() => document.activeElement !== document.body), 'the focus stays with the list');

  await page.goto(`${origin}/research`);
  await write(page, 'Search the pages of all your spaces', `Leaf ${mark}`);
  await page.keyboard.press('Enter');
  await shown(page, 'Found for');
  await press(page, `Leaf ${mark}`);
  await page.locator('h1', { hasText: `Leaf ${mark}` }).waitFor();
  await ask(`/session/research/projects/${project}`, 'admin', { method: 'DELETE' });
}

/** Pages in columns and in rows: moved, valued, ordered, narrowed, and a view of it kept. */
async function boardAndTable(page, project) {
  await page.goto(`${origin}/research/projects/${project}/board`);
  await tabTo(page, `Move One ${mark} to`);
  await page.keyboard.press('ArrowDown');
  await toast(page, 'Moved to In review');
  await page.getByRole('group', { name: 'In review' }).getByText(`One ${mark}`).waitFor();
  await rests(page, `Move One ${mark} to`);

  await page.goto(`${origin}/research/projects/${project}/table`);
  await shown(page, `One ${mark}`);
  await write(page, `Repaid, millions of One ${mark}`, '12.5');
  await page.keyboard.press('Enter');
  await toast(page, 'The value is kept');
  await rests(page, `Repaid, millions of One ${mark}`);
  await press(page, /^Title( [↑↓])?$/);
  await page.waitForURL('**sort=title');
  await press(page, /^Title( [↑↓])?$/);
  await page.waitForURL('**sort=-title');
  await page.waitForFunction((title) => document.querySelector('tbody a')?.textContent === title, `Two ${mark}`);
  await press(page, 'Filter');
  await tabTo(page, 'Value');
  await page.keyboard.type('In review');
  await press(page, 'Filter');
  await gone(page, `Two ${mark}`);
  await choose(page, 'Views', 'Save this as a view');
  await write(page, 'Name', `View ${mark}`);
  await page.keyboard.press('Enter');
  await toast(page, 'The view is saved');
  await rests(page, `View ${mark}`);
  await choose(page, `View ${mark}`, 'Remove the view');
  await toast(page, 'The view is removed');
  await rests(page, 'Views');
  await shown(page, `Two ${mark}`);
}

/** A version is named, compared with another, and put back. */
async function history(page, id) {
  await page.goto(`${origin}/research/pages/${id}/history`);
  await press(page, 'Name this version');
  await write(page, 'Name', `Sent ${mark}`);
  await page.keyboard.press('Enter');
  await toast(page, 'The version is kept');
  await shown(page, `Sent ${mark}`);
  await rests(page, 'Name this version');
  await ask(`/session/research/pages/${id}/document`, 'admin', { method: 'PUT', body: await texts(id, 'Written after it was sent') });
  await press(page, /^Compare version 1 /);
  await page.locator('#compared ins', { hasText: 'after' }).first().waitFor();
  await press(page, 'Restore version 1');
  await press(page, 'Restore it');
  await toast(page, 'The page is as it was');
  await closed(page);
  assert.equal((await ask(`/session/research/pages/${id}/document`, 'admin')).blocks[0].body, 'Written before it was sent');
}

/** The document of a page with another text in its first block. */
async function texts(id, body) {
  const { document_version, blocks } = await ask(`/session/research/pages/${id}/document`, 'admin');
  const [block] = blocks;
  return { base_version: document_version, blocks: [block ? { ...block, body } : { id: null, key: 'first', kind: 'paragraph', body, attrs: {} }] };
}

/** A page is talked about, valued, given a copy, and no longer shown to those outside. */
async function reading(page, id, hash) {
  await page.goto(`${origin}/research/pages/${id}`);
  await shown(page, 'Written before it was sent');
  await press(page, 'Comment on this block');
  await write(page, 'Comment on the block', `Which one, ${mark}?`);
  await press(page, 'Comment');
  await shown(page, `Which one, ${mark}?`);
  await press(page, 'Reply');
  await write(page, 'Your reply', `The first, ${mark}.`);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await shown(page, `The first, ${mark}.`);
  await rests(page, 'Reply');
  await press(page, 'Resolve');
  await shown(page, 'Every thread is resolved.');
  await rests(page, 'Comments');
  await press(page, 'Show 1 resolved');
  await press(page, 'Reopen');
  await rests(page, 'Resolve');

  await tabTo(page, 'Stage');
  await page.keyboard.type('checked');
  await toast(page, 'The value is kept');
  await tabTo(page, 'Due');
  // Years 2, 20 and 202 pass while a year is typed: none of them is kept.
  const kept = [];
  page.on('request', (request) => request.url().endsWith(`/pages/${id}/properties`) && request.method() === 'PATCH' && kept.push(request.postData()));
  const answered = page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.url().endsWith('/properties'));
  await page.keyboard.type('11302026');
  await answered;
  assert.deepEqual(kept.map((body) => Object.values(JSON.parse(body).values)[0]), ['2026-11-30']);
  await press(page, 'Save a transaction or a block');
  await write(page, 'Hash', hash);
  await write(page, 'Chain', 'ethereum');
  await page.keyboard.press('Enter');
  await toast(page, 'The copy is saved');
  await shown(page, 'Fields as they were');
  const values = (await ask(`/session/research/pages/${id}/properties`, 'admin')).properties;
  assert.deepEqual(['Stage', 'Due'].map((name) => values.find((one) => one.name === name).value), ['checked', '2026-11-30']);

  // A claim that has lapsed can be taken back: copies of its version still make it.
  await ask(`/session/research/pages/${id}/verify`, 'admin', { method: 'PATCH', body: {} });
  await ask(`/session/research/pages/${id}/document`, 'admin', { method: 'PUT', body: await texts(id, 'Changed after the check') });
  await page.reload();
  await shown(page, 'Changed after the check');
  await press(page, 'Publish');
  await press(page, 'Take the claim back');
  await toast(page, 'The claim is taken back');
  await page.locator('dialog[open]').getByText('Take the claim back').waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await press(page, 'Publish');
  await tabTo(page, 'Days that it works, 1 to 90');
  await press(page, 'Revoke');
  await toast(page, 'The link works no more');
  await page.locator('dialog[open]').getByText('Revoke').waitFor({ state: 'detached' });
  assert.ok(await page.evaluate(() => document.querySelector('dialog[open]').contains(document.activeElement)), 'the focus stays in the dialog');
  await press(page, 'Withdraw it');
  await press(page, 'Withdraw it');
  await toast(page, 'The page is withdrawn');
  await page.locator('dialog[open]').getByText('It was withdrawn').waitFor();
  await page.keyboard.press('Escape');
  await rests(page, 'Publish');
  const [file] = await Promise.all([page.waitForEvent('download'), choose(page, 'Export', 'Markdown')]);
  assert.equal(file.suggestedFilename(), `One ${mark}.md`);
}

/** What staff look up, and what is refused to them at its field. */
async function staff(page, hash) {
  await page.goto(`${origin}/staff/audit`);
  await shown(page, 'Source: audit log');
  await write(page, 'Action begins with', 'no.such.action');
  await page.keyboard.press('Enter');
  await page.waitForURL('**action_filter=no.such.action');
  await shown(page, 'No such entry');
  await rests(page, 'Action begins with');
  await press(page, 'Show the whole log');
  await shown(page, 'Source: audit log');
  await tabTo(page, 'From');
  await page.keyboard.type('01022026');
  await page.keyboard.press('Enter');
  await page.waitForURL('**from=2026-01-02');

  await page.goto(`${origin}/staff/routes`);
  await shown(page, '/staff/load-conflicts');
  await write(page, 'Part of a name or an address', 'corrections');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 1);
  await tabTo(page, /^Switch off the page Corrections/);

  await page.goto(`${origin}/staff/colleagues`);
  await shown(page, 'Source: accounts of this deployment');
  await press(page, 'Make somebody staff');
  await write(page, 'Email, or number of the account', `nobody-${mark}@quarry.example`);
  await page.keyboard.press('Enter');
  await page.locator('dialog[open]').getByText('Nobody has this email.').waitFor();
  await rests(page, 'Email, or number of the account');
  await page.keyboard.press('Escape');
  await closed(page);
  await rests(page, 'Make somebody staff');

  await page.goto(`${origin}/staff/load-conflicts`);
  await write(page, 'Load, by its number', '999999999');
  await page.keyboard.press('Enter');
  await shown(page, 'Load 999999999 brought no row');
  await press(page, 'Show all loads');
  await page.waitForURL(`${origin}/staff/load-conflicts`);

  await page.goto(`${origin}/staff/corrections`);
  await write(page, 'The citation’s hash', '0x12');
  await page.keyboard.press('Enter');
  await page.locator('main .trouble, main [role="alert"]').first().waitFor();
  await write(page, 'The citation’s hash', hash);
  await page.keyboard.press('Enter');
  await shown(page, 'Derived again');

  await page.goto(`${origin}/staff/organizations`);
  await write(page, 'Part of a name', 'Sample Research');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => [...document.querySelectorAll('tbody a')].every((link) => link.textContent.includes('Sample Research')));
  await press(page, /^Sample Research/);
  await page.waitForURL('**/staff/organizations/*');
  await page.locator('h1', { hasText: 'Sample Research' }).waitFor();
}

try {
  const found = (await ask('/session/research/search?q=liquidations', 'member')).pages[0];
  const sample = await ask(`/session/research/projects/${found.project.id}`, 'admin');
  const cited = (await ask(`/session/research/pages/${found.id}`, 'admin')).cited_values[0];
  const timeline = await fetch(`${base}/public/timeline`).then((answer) => answer.json());
  const { transactions } = timeline.events.find((one) => one.transactions.length && one.chain === 'ethereum');
  const { id: project } = await ask('/session/research/projects', 'admin', { method: 'POST', body: { name: `Workings ${mark}`, description: null, space_id: sample.project.space_id } });
  const make = (title) => ask(`/session/research/projects/${project}/pages`, 'admin', { method: 'POST', body: { title: `${title} ${mark}` } });
  const one = await make('One');
  await make('Two');
  await ask(`/session/research/pages/${one.id}/document`, 'admin', { method: 'PUT', body: await texts(one.id, 'Written before it was sent') });
  const research = async () => {
    const page = await pageOf('admin');
    await tree(page);
    await boardAndTable(page, project);
    await history(page, one.id);
    const { document_version } = await ask(`/session/research/pages/${one.id}/document`, 'admin');
    await ask(`/session/research/pages/${one.id}/publish`, 'admin', { method: 'PATCH', body: { slug: `workings-${mark}`, author: null, document_version } });
    await ask(`/session/research/pages/${one.id}/guest_passes`, 'admin', { method: 'POST', body: { days: 3, author: null } });
    await reading(page, one.id, transactions[0].hash);
  };
  await Promise.all([research(), pageOf('staff').then((page) => staff(page, cited.hash))]);
  await ask(`/session/research/projects/${project}`, 'admin', { method: 'DELETE' });
  assert.deepEqual(troubles, []);
  console.log('trees, boards, tables, versions and comments, and what staff look up, by keyboard');
} finally {
  await browser.close();
}
