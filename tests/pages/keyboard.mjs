// Uses the pages without a mouse: node keyboard.mjs BASE_URL
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { examine, launch, troubles, watchedPage } from './browser.mjs';
import { focused, having, press, tabTo } from './hands.mjs';
import { pages } from './pages.mjs';

const [base] = process.argv.slice(2);
const origin = new URL(base).origin;
const all = await pages(base);
const pathOf = (name) => all.find((one) => one.name === name).path;
const blockNumber = pathOf('block').match(/blocks\/(\d+)/)[1];

const browser = await launch();
const page = await watchedPage(await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' }));
const titled = (title) => page.waitForFunction((wanted) => document.title.startsWith(wanted), title);

try {
  // The search, from anywhere, by the shape of what is entered.
  await page.goto(`${origin}/plans`);
  await page.locator('table').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type(blockNumber);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/explorer/blocks/${blockNumber}`);
  // A text of no shape is a token's; the arrows choose among the readings.
  await page.keyboard.press('/');
  await page.keyboard.type('WETH');
  await examine(page, '.search .found:not([hidden])', 'the readings of what is searched for');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/prices?base=WETH');
  await titled('Prices');
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'content', 'the new page has the focus');

  // The link over the menu, and the menu.
  await page.goto(`${origin}/`);
  await page.locator('main table').waitFor();
  await press(page, 'Skip to the content');
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'content');
  await page.goto(`${origin}/about`);
  await page.locator('main h1').waitFor();
  await press(page, 'Lending');
  await titled('Lending');

  // A pool: inverted, compared and given back as it was; a file taken along.
  await page.goto(origin + pathOf('pool'));
  await page.locator('canvas').first().waitFor();
  await press(page, having('Invert'));
  await page.waitForURL('**invert=true**');
  await press(page, having('Compare'));
  await page.locator('dialog[open] input[type="checkbox"]').first().waitFor();
  assert.ok(await page.evaluate(() => document.querySelector('dialog[open]').contains(document.activeElement)), 'the dialog has the focus');
  for (let step = 0; step < 10 && !(await page.evaluate(() => document.activeElement?.matches('dialog input'))); step += 1) await page.keyboard.press('Tab');
  await examine(page, 'dialog[open]', 'the choice of pools to compare');
  await page.keyboard.press('Space');
  await page.waitForURL('**compare=0x**');
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => !document.querySelector('dialog[open]'));
  assert.ok((await focused(page)).includes('Compare'), 'the dialog gives the focus back');
  await tabTo(page, /^CSV/);
  const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  const [head, row] = (await readFile(await file.path(), 'utf8')).split('\r\n');
  assert.ok(head.startsWith('start,open,high,low,close') && row.split(',').length === 10, `${head}\n${row}`);

  // A table is sorted by its heading, and back again with the browser's own step.
  await page.goto(`${origin}/lending`);
  await page.locator('tbody tr').first().waitFor();
  await press(page, 'Liquidations');
  assert.equal(await page.locator('th[aria-sort="descending"]').innerText(), 'Liquidations ↓');
  const counts = (await page.locator('tbody td:nth-child(5)').allInnerTexts()).map((text) => Number(text.replaceAll(',', '')));
  assert.deepEqual(counts, counts.toSorted((one, other) => other - one));

  // On a phone the menu is folded.
  await page.setViewportSize({ width: 360, height: 900 });
  await press(page, 'Menu');
  await examine(page, 'header.bar', 'the unfolded menu');
  await press(page, 'Timeline');
  await titled('Timeline');
  assert.deepEqual(troubles, []);
  console.log('the search, the menu, a dialog, a file and a table by keyboard');
} finally {
  await browser.close();
}
