// Research without a mouse: node research.mjs BASE_URL, with PEOPLE (people.mjs).
// A project, a page, its text and its publication by keyboard alone; then two people on one page, and a service that does not answer.
import assert from 'node:assert/strict';
import { examine, launch, troubles, watchedPage } from './browser.mjs';
import { having, tabTo as reach } from './hands.mjs';
import { askerAs, signIn } from './people.mjs';
import { keepUnsaved } from './unsaved.mjs';

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

const tabTo = (page, text, key) => reach(page, having(text), key);
const saved = (page) => page.locator('[data-saving="saved"]').waitFor();
async function until(holds, what) {
  for (let tries = 0; tries < 60; tries += 1) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  assert.fail(`it does not come true that ${what}`);
}
const texts = async (who, id) => (await ask(`/session/research/pages/${id}/document`, who)).blocks.map((block) => block.body);

/** From an empty workspace to a page that everybody reads. */
async function publish() {
  const page = await pageOf('admin');
  await page.goto(`${origin}/research`);
  await page.locator('h1', { hasText: 'Research' }).waitFor();
  await tabTo(page, 'New project');
  await page.keyboard.press('Enter');
  await tabTo(page, 'Name');
  await page.keyboard.type(`Walk ${mark}`);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/research/projects/*');
  const project = Number(page.url().split('/').at(-1));
  await page.locator('h1', { hasText: `Walk ${mark}` }).waitFor();
  await tabTo(page, 'New page');
  await page.keyboard.press('Enter');
  await tabTo(page, 'Title');
  await page.keyboard.type(`Findings ${mark}`);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/edit');
  const id = Number(page.url().split('/').at(-2));
  await page.locator('#text-of-page').waitFor();
  await tabTo(page, 'Text of the page');
  await page.keyboard.type('The **largest** came first.');
  await page.keyboard.press('Enter');
  await page.keyboard.type('/heading');
  await examine(page, '.found[aria-label="What can be put in"]', 'the list of what can be put in');
  await page.keyboard.type(' 2');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Why');
  await page.keyboard.press('Enter');
  await page.keyboard.type('- one');
  await page.keyboard.press('Enter');
  await page.keyboard.type('two');
  await saved(page);
  assert.deepEqual(await texts('admin', id), ['The **largest** came first.', 'Why', '- one\n- two']);
  // The bar over the text is reached backwards, and the page's buttons behind it.
  await tabTo(page, 'Insert', 'Shift+Tab');
  await tabTo(page, 'Done', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/research/pages/${id}`);
  await page.locator('main strong', { hasText: 'largest' }).waitFor();
  await tabTo(page, 'Publish');
  await page.keyboard.press('Enter');
  await tabTo(page, 'Verify version');
  await page.keyboard.press('Enter');
  await page.getByText('Take the claim back').waitFor();
  await tabTo(page, 'Address');
  await page.keyboard.type(`walk-${mark}`);
  await page.keyboard.press('Enter');
  await page.locator('dialog[open] a', { hasText: `/published/walk-${mark}` }).waitFor();
  await tabTo(page, 'Make a link');
  await page.keyboard.press('Enter');
  await page.locator('dialog[open] a[href*="/review/"]').waitFor();
  await page.keyboard.press('Escape');
  const reader = await watchedPage(await browser.newContext(), 'a reader');
  await reader.goto(`${origin}/published/walk-${mark}`);
  await reader.locator('main strong', { hasText: 'largest' }).waitFor();
  await reader.locator('h2', { hasText: 'Why' }).waitFor();
  await reader.context().close();
  await page.context().close();
  return project;
}

/** Two people write on one page: what each saves shows at the other, and a block that both changed loses neither text. */
async function writeTogether(project) {
  const made = await ask(`/session/research/projects/${project}/pages`, 'member', { method: 'POST', body: { title: `Together ${mark}` } });
  const blocks = ['First', 'Second'].map((body, place) => ({ id: null, key: `k${place}`, kind: 'paragraph', body, attrs: {} }));
  await ask(`/session/research/pages/${made.id}/document`, 'member', { method: 'PUT', body: { base_version: 0, blocks } });
  const [one, other, reader] = [await pageOf('admin'), await pageOf('member'), await pageOf('member')];
  for (const page of [one, other]) {
    await page.goto(`${origin}/research/pages/${made.id}/edit`);
    await page.locator('#text-of-page').waitFor();
  }
  await reader.goto(`${origin}/research/pages/${made.id}`);
  await reader.locator('main p', { hasText: 'Second' }).waitFor();
  const typeAt = async (page, block, text) => {
    await page.locator('#text-of-page p').nth(block).click();
    await page.keyboard.press('End');
    await page.keyboard.type(text);
  };
  // Blocks of their own are merged, and shown without asking.
  await typeAt(one, 0, ' of one');
  await other.locator('#text-of-page p', { hasText: 'First of one' }).waitFor();
  await reader.locator('main p', { hasText: 'First of one' }).waitFor();
  // The same block on both sides: the connection of one is cut while the other saves.
  await one.context().setOffline(true);
  await typeAt(one, 1, ' by one');
  await one.locator('[data-saving="waiting"]').waitFor();
  await typeAt(other, 1, ' by the other');
  await saved(other);
  await one.context().setOffline(false);
  await one.locator('dialog[open]', { hasText: 'Somebody changed the same block' }).waitFor();
  assert.ok((await one.locator('dialog[open]').innerText()).includes('Second by the other'));
  await tabTo(one, 'Save with these choices');
  await one.keyboard.press('Enter');
  await saved(one);
  assert.deepEqual(await texts('member', made.id), ['First of one', 'Second by the other', 'Second by one']);
  await other.locator('#text-of-page p', { hasText: 'Second by one' }).waitFor();
  // A choice for the others' text keeps one's own, and offers it again.
  await one.context().setOffline(true);
  await typeAt(one, 0, ', changed');
  await one.locator('[data-saving="waiting"]').waitFor();
  await typeAt(other, 0, ', too');
  await saved(other);
  await one.context().setOffline(false);
  await one.locator('dialog[open]').waitFor();
  await one.locator('dialog[open] input[value="theirs"]').focus();
  await one.keyboard.press('Space');
  await tabTo(one, 'Save with these choices');
  await one.keyboard.press('Enter');
  await one.getByText('Look at it').waitFor();
  assert.deepEqual((await texts('member', made.id))[0], 'First of one, too');
  await one.getByText('Look at it').focus();
  await one.keyboard.press('Enter');
  await one.locator('dialog[open]', { hasText: 'First of one, changed' }).waitFor();
  await tabTo(one, 'Put it in at the end');
  await one.keyboard.press('Enter');
  await one.locator('#text-of-page p', { hasText: 'First of one, changed' }).waitFor();
  await until(async () => (await texts('member', made.id)).at(-1) === 'First of one, changed', 'the text that was kept is saved at the end');
  await one.getByText('Look at it').waitFor({ state: 'detached' });
  for (const page of [one, other, reader]) await page.context().close();
  return made.id;
}

/** Opens the page's editor with the caret behind its first paragraph. */
async function edit(page, id) {
  await page.goto(`${origin}/research/pages/${id}/edit`);
  await page.locator('#text-of-page p').first().click();
  await page.keyboard.press('End');
}

/** What the service does not take is sent again, and what a closed tab had not saved arrives. */
async function keep(id) {
  const page = await pageOf('member');
  await edit(page, id);
  const document = `**/session/research/pages/${id}/document`;
  await page.route(document, (route) => (route.request().method() === 'PUT' ? route.fulfill({ status: 503, json: { code: 'service_unavailable', detail: 'The app store is down.' } }) : route.continue()));
  await page.keyboard.type(', kept');
  await page.locator('[data-saving="waiting"]').waitFor();
  await page.unroute(document);
  await saved(page);
  await page.keyboard.type(', sent as the tab closed');
  await page.goto(`${origin}/research/pages/${id}`);
  await page.getByText('First of one, too, kept, sent as the tab closed').waitFor();
  await page.context().close();
}

try {
  const project = await publish();
  const shared = (await ask('/session/research/search?q=liquidations', 'member')).pages[0].project.id;
  const together = await writeTogether(shared);
  await keep(together);
  await keepUnsaved({ origin, mark, ask, pageOf, edit, texts, until, troubles }, together);
  await ask(`/session/research/projects/${project}`, 'admin', { method: 'DELETE' });
  await ask(`/session/research/pages/${together}`, 'admin', { method: 'DELETE' });
  assert.deepEqual(troubles, []);
  console.log('a page is written and published by keyboard; two people write on one page, and neither loses a word');
} finally {
  await browser.close();
}
