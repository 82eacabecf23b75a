// Switches a module and a page off and on, while a visitor has a page of them open: node switch.mjs ORIGIN EMAIL PASSWORD
import assert from 'node:assert/strict';
import { chromium } from 'playwright-core';

const [given, email, password] = process.argv.slice(2);
const origin = new URL(given).origin;
const api = `${origin}/api/v1`;
const json = { 'content-type': 'application/json' };

const signed = await fetch(`${api}/auth/exchange`, {
  method: 'POST', headers: { ...json, 'x-service-client': 'quarry-web' }, body: JSON.stringify({ grant_type: 'password', email, password }),
});
assert.equal(signed.status, 200);
const { viewer } = await signed.json();
const cookie = signed.headers.get('set-cookie').split(';')[0];
async function patch(path, body) {
  const answer = await fetch(api + path, { method: 'PATCH', headers: { ...json, cookie, 'x-csrf-token': viewer.csrf_token }, body: JSON.stringify(body) });
  assert.equal(answer.status, 200, await answer.text());
}

const browser = await chromium.launch({ executablePath: process.env.QUARRY_TEST_BROWSER ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
try {
  const page = await browser.newPage();
  const heard = page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived', (frame) => String(frame.payload).includes('switches')));
  await page.goto(`${origin}/timeline`);
  await heard;
  const heading = page.locator('h1');
  const entry = page.locator('nav.nav a[href="/timeline"]');
  const shows = async (title, entries) => {
    const begun = performance.now();
    await page.waitForFunction((wanted) => document.querySelector('h1')?.textContent === wanted, title, { timeout: 5_000 }).catch((error) => { throw new Error(`${title}: ${error.message}`); });
    const took = performance.now() - begun;
    assert.equal(await entry.count(), entries, title);
    return took;
  };
  await shows('Timeline', 1);
  const times = [];
  for (const [path, off, on] of [
    ['/session/admin/modules/timeline/toggle', { enabled: false, reason: 'a test' }, { enabled: true }],
    ['/session/admin/spa_routes/timeline/toggle', { enabled: false, reason: 'a test' }, { enabled: true }],
  ]) {
    await patch(path, off);
    times.push(await shows('Timeline is switched off', 0));
    await patch(path, on);
    times.push(await shows('Timeline', 1));
  }
  assert.equal(await heading.count(), 1);
  console.log(`switches reached an open page after ${times.map(Math.round).join(', ')} ms`);
} finally {
  await browser.close();
}
