// Opens a page anew and waits for a figure on it: node sees.mjs ORIGIN PATH TEXT
import { chromium } from 'playwright-core';

const [origin, path, text] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: process.env.QUARRY_TEST_BROWSER ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
try {
  const page = await browser.newPage();
  await page.goto(new URL(path, origin).href);
  await page.locator('.stats dd').filter({ hasText: text }).first().waitFor({ timeout: 30_000 });
  console.log(`${path} shows ${text}`);
} finally {
  await browser.close();
}
