// Measures what a first visit costs: node measure.mjs BASE_URL, with PEOPLE (people.mjs) for the pages of persons
//   VISITS=5  ONLY=name,name
// Kilobytes of code (gzip) and of font, the time until a figure of the API stands on the page, and how far the page jumped by then.
import { launch } from './browser.mjs';
import { pages } from './pages.mjs';
import { signIn } from './people.mjs';
import { AIM, weighed } from './weight.mjs';

const [base] = process.argv.slice(2);
const origin = new URL(base).origin;
const aims = { kilobytes: AIM, milliseconds: 1000, shift: 0.05 };
const only = (process.env.ONLY ?? '').split(',').filter(Boolean);
const visits = Number(process.env.VISITS ?? 5);

const browser = await launch();
const middle = (values) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];
/** Sessions of the people: a visit has a browser's empty cache, and yet is signed in. */
const sessions = new Map();

async function sessionOf(who) {
  const context = await browser.newContext();
  await signIn(context, base, who);
  const state = await context.storageState();
  await context.close();
  return state;
}

async function visit(one) {
  if (one.as && !sessions.has(one.as)) sessions.set(one.as, await sessionOf(one.as));
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...(one.as ? { storageState: sessions.get(one.as) } : {}) });
  const page = await context.newPage();
  const weigh = weighed(page);
  let font = 0;
  page.on('requestfinished', async (request) => {
    if (request.resourceType() === 'font') font += (await request.sizes()).responseBodySize;
  });
  for (const [path, body] of Object.entries(one.answers ?? {})) await page.route(`${base}${path}`, (route) => route.fulfill({ json: body }));
  await page.addInitScript(() => {
    window.shift = 0;
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => (window.shift += entry.hadRecentInput ? 0 : entry.value))).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(origin + one.path, { waitUntil: 'commit' });
  await page.locator('main').getByText([one.shows].flat()[0]).first().waitFor();
  const milliseconds = await page.evaluate(() => performance.now());
  await page.waitForLoadState('networkidle');
  const shift = await page.evaluate(() => window.shift);
  const { kilobytes } = await weigh();
  await context.close();
  return { kilobytes, font: font / 1000, milliseconds, shift };
}

try {
  console.log('page | code, kB | font, kB | first figure, ms | layout shift');
  let misses = 0;
  for (const one of (await pages(base)).filter(({ name, status }) => !status && (only.length === 0 || only.includes(name)))) {
    const seen = [];
    for (let turn = 0; turn < visits; turn += 1) seen.push(await visit(one));
    const { kilobytes, font, milliseconds, shift } = Object.fromEntries(Object.keys(seen[0]).map((what) => [what, middle(seen.map((each) => each[what]))]));
    const missed = kilobytes > aims.kilobytes || milliseconds > aims.milliseconds || shift > aims.shift;
    misses += missed ? 1 : 0;
    console.log(`${one.name} | ${kilobytes.toFixed(1)} | ${font.toFixed(1)} | ${Math.round(milliseconds)} | ${shift.toFixed(3)}${missed ? ' (over the aim)' : ''}`);
  }
  console.log(`${misses} pages are over an aim: ${aims.kilobytes} kB of code, ${aims.milliseconds} ms, a shift of ${aims.shift}`);
} finally {
  await browser.close();
}
