// A member's desk by keyboard alone: PEOPLE={…} node desk.mjs BASE_URL
// Saves a view, keeps a favourite, makes and removes an alert, exports a small range to its end and takes its file along.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { launch, troubles, watchedPage } from './browser.mjs';
import { focused, having, press as follow, tabTo as reach } from './hands.mjs';
import { askerAs, signIn } from './people.mjs';

const [base] = process.argv.slice(2);
const origin = new URL(base).origin;
const ask = askerAs(base);
const mark = `Walk ${Date.now().toString(36)}`;

const browser = await launch();
const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
await signIn(context, base, 'member');
const page = await watchedPage(context);
const toast = (text) => page.locator('.toast', { hasText: text }).first().waitFor();

const tabTo = (text) => reach(page, having(text));
const press = (text) => follow(page, having(text));
async function open(path, shows) {
  await page.goto(origin + path);
  await page.locator('main').getByText(shows).first().waitFor();
}
const dialog = () => page.locator('dialog[open]').waitFor();
const closed = () => page.waitForFunction(() => !document.querySelector('dialog[open]'));

try {
  const { favourites } = await ask('/session/library', 'member');
  const { pools } = await ask('/public/prices?limit=50', 'member');
  const pool = pools.find((one) => one.chain === 'ethereum' && !favourites.some((kept) => kept.address === one.address));
  const poolPath = `/prices/${pool.address}?chain=${pool.chain}`;

  // A view of the prices is saved, opened from the library as it was, and removed.
  await open('/prices?base=WETH&source=v3', 'Save this view');
  await press('Save this view');
  await dialog();
  await tabTo('Name');
  await page.keyboard.type(mark);
  await page.keyboard.press('Enter');
  await toast(mark);
  await open('/library', mark);
  await press(mark);
  await page.waitForURL('**/prices?base=WETH&source=v3');
  await open('/library', mark);
  await press(`Remove the view ${mark}`);
  await dialog();
  await press('Remove the view');
  await page.getByRole('link', { name: mark }).waitFor({ state: 'detached' });

  // A pool becomes a favourite, and is none again.
  await open(poolPath, 'Favourite');
  await press('Favourite');
  await page.locator('button[aria-pressed="true"]', { hasText: 'Favourite' }).waitFor();
  await open('/library', 'Favourites');
  const row = page.locator('tr').filter({ has: page.locator(`a[href*="${pool.address}"]`) }).first();
  await row.waitFor();
  // Other pools of the same tokens have the same name: the row's own button is what the keyboard has to reach.
  for (let step = 0; step < 60 && !(await row.locator('button').evaluate((one) => one === document.activeElement)); step += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await row.waitFor({ state: 'detached' });

  // An alert: what is refused stands at its field, and has the focus.
  await open(poolPath, 'Alert');
  await press('Alert');
  await dialog();
  await tabTo('Threshold');
  await page.keyboard.type('much');
  await page.keyboard.press('Enter');
  await page.locator('dialog .trouble').waitFor();
  assert.ok((await focused(page)).startsWith('Threshold'), 'the refused field has the focus');
  const threshold = String(Date.now() * 10);
  await page.keyboard.press('Control+a');
  await page.keyboard.type(threshold);
  await page.keyboard.press('Enter');
  await toast('The alert is kept');
  await closed();
  await open('/alerts', threshold);
  for (let step = 0; step < 90 && !((await focused(page)).startsWith('Remove: ') && (await focused(page)).includes(threshold)); step += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await dialog();
  await press('Remove the alert');
  await page.locator('li', { hasText: threshold }).waitFor({ state: 'detached' });

  // A watch of a token that nobody has heard of says for as long as it is kept that it cannot fire.
  const unheard = `zzz${Date.now().toString(36)}`;
  await press('New watch of liquidations');
  await dialog();
  await tabTo('Token');
  await page.keyboard.type(unheard);
  await page.keyboard.press('Enter');
  await toast('cannot fire yet');
  await closed();
  await open('/alerts', unheard);
  const waiting = page.locator('li', { hasText: unheard });
  await waiting.getByText('Cannot fire yet').waitFor();
  await waiting.getByText(`No token is called ${unheard} here`).waitFor();
  await press(`Remove: A liquidation of ${unheard}`);
  await dialog();
  await press('Remove the alert');
  await waiting.waitFor({ state: 'detached' });

  // An export of few blocks, from the query manager to the file.
  const block = pool.as_of_block ?? (await ask(`/public/prices/${pool.address}?chain=ethereum&limit=1`, 'member')).as_of_block;
  await open('/data/datasets/swaps', 'Build an export');
  await tabTo('Name');
  await page.keyboard.type(mark);
  await tabTo('Chain');
  await page.keyboard.type('ethereum');
  await tabTo('From the block');
  await page.keyboard.type(String(block));
  await tabTo('Up to the block');
  await page.keyboard.type(String(block - 1));
  await press('Build the draft');
  await page.locator('.trouble').first().waitFor();
  assert.ok((await focused(page)).startsWith('Up to the block'), `a range that ends before it begins is said at its field, not at ${await focused(page)}`);
  await page.keyboard.press('Control+a');
  await page.keyboard.type(String(block));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/data/requests/*');
  await page.getByText('Rows, estimated').waitFor();
  const unread = () => Number.parseInt(document.querySelector('.person .chip')?.textContent ?? '0', 10);
  const before = await page.evaluate(unread);
  await press('Run the export');
  await page.getByRole('button', { name: 'Download CSV' }).waitFor();
  // The menu counts what the inbox got, without the page being opened anew.
  await page.waitForFunction((count) => Number.parseInt(document.querySelector('.person .chip')?.textContent ?? '0', 10) > count, before);
  await tabTo('Download CSV');
  const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  const bytes = await readFile(await file.path());
  assert.ok((await page.locator('main').innerText()).includes(createHash('sha256').update(bytes).digest('hex')), 'the file has the checksum that the page shows');
  assert.match(bytes.toString('utf8'), /^"chain_id","pool",/, file.suggestedFilename());

  // The inbox was told of it.
  await open('/inbox', mark);
  await press(`Mark as read: ${mark}`);
  await page.getByRole('button', { name: `Mark as read: ${mark}` }).waitFor({ state: 'detached' });
  assert.deepEqual(troubles, []);
  console.log('a view, a favourite, an alert, an export with its file and the inbox by keyboard');
} finally {
  await browser.close();
}
