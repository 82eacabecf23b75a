// Measures what a first visit costs: node measure.mjs BASE_URL
// Bytes as they were sent, the time until a figure of the API stands on the page, and how far the page jumped by then.
import { chromium } from 'playwright-core';
import { pages } from './pages.mjs';

const [base] = process.argv.slice(2);
const origin = new URL(base).origin;
const aims = { kilobytes: 120, milliseconds: 1000, shift: 0.05 };
const only = (process.env.ONLY ?? '').split(',').filter(Boolean);
const visits = Number(process.env.VISITS ?? 5);

const browser = await chromium.launch({ executablePath: process.env.QUARRY_TEST_BROWSER ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
const middle = (values) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];

async function visit(one) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  const kinds = new Map();
  const sizes = { code: 0, font: 0 };
  session.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId);
    if (['Script', 'Stylesheet', 'Document'].includes(kind)) sizes.code += encodedDataLength;
    if (kind === 'Font') sizes.font += encodedDataLength;
  });
  await page.addInitScript(() => {
    window.shift = 0;
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => (window.shift += entry.hadRecentInput ? 0 : entry.value))).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(origin + one.path, { waitUntil: 'commit' });
  await page.locator('main').getByText([one.shows].flat()[0]).first().waitFor();
  const milliseconds = await page.evaluate(() => performance.now());
  await page.waitForLoadState('networkidle');
  const shift = await page.evaluate(() => window.shift);
  await context.close();
  return { ...sizes, milliseconds, shift };
}

try {
  console.log('page | code, kB | font, kB | first figure, ms | layout shift');
  let misses = 0;
  for (const one of (await pages(base)).filter(({ name, status }) => !status && (only.length === 0 || only.includes(name)))) {
    const seen = [];
    for (let turn = 0; turn < visits; turn += 1) seen.push(await visit(one));
    const kilobytes = middle(seen.map(({ code }) => code)) / 1000;
    const milliseconds = middle(seen.map((each) => each.milliseconds));
    const shift = middle(seen.map((each) => each.shift));
    const missed = kilobytes > aims.kilobytes || milliseconds > aims.milliseconds || shift > aims.shift;
    misses += missed ? 1 : 0;
    console.log(`${one.name} | ${kilobytes.toFixed(1)} | ${(middle(seen.map(({ font }) => font)) / 1000).toFixed(1)} | ${Math.round(milliseconds)} | ${shift.toFixed(3)}${missed ? ' (over the aim)' : ''}`);
  }
  console.log(`${misses} pages are over an aim: ${aims.kilobytes} kB of code, ${aims.milliseconds} ms, a shift of ${aims.shift}`);
} finally {
  await browser.close();
}
