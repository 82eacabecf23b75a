// Keeps a page open while the data change, and says when it shows each of some figures: node sees.mjs ORIGIN PATH TEXT …
// It is reloaded, as a reader does, until the next figure stands on it; who started the walk changes the data once a line tells of the one before.
import assert from 'node:assert/strict';
import { launch, troubles, watchedPage } from './browser.mjs';

const [origin, path, ...texts] = process.argv.slice(2);
const browser = await launch();
try {
  const page = await watchedPage(await browser.newContext());
  await page.goto(new URL(path, origin).href);
  for (const text of texts) {
    const figure = page.locator('.stats dd').filter({ hasText: text }).first();
    for (const end = Date.now() + 150_000; ; await page.reload()) {
      if (await figure.waitFor({ timeout: 5000 }).then(() => true, () => false)) break;
      assert.ok(Date.now() < end, `${path} does not come to show ${text}`);
    }
    console.log(`${path} shows ${text}`);
  }
  assert.deepEqual(troubles, []);
} finally {
  await browser.close();
}
