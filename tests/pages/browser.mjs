// A browser for the walks, and what no page in it may do: fail, break its policy, ask another site, or show what axe finds.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const origin = new URL(process.argv[2]).origin;
/** A browser logs each answer that is not a good one, and each connection that breaks: walks make the service do both. */
const provoked = (text) => /^(Failed to load resource|WebSocket connection to)/.test(text);

/** What went wrong on the watched pages, each named once; a walk ends without any. */
export const troubles = [];
const noteTrouble = (what) => void (troubles.includes(what) || troubles.push(what));

/** A walk that hangs would take the whole run's time with it: it ends when it has opened no page for this long, and names those that are open. */
const MINUTES = 12;
let hangs = null;

export async function launch() {
  const browser = await chromium.launch({ executablePath: process.env.QUARRY_TEST_BROWSER ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
  const end = () => {
    const open = browser.contexts().flatMap((context) => context.pages().map((page) => page.url()));
    console.error(`the walk has not gone on for ${MINUTES} minutes; open: ${open.join(', ')}; seen: ${troubles.join(' | ')}`);
    process.exit(1);
  };
  hangs = setTimeout(end, MINUTES * 60_000).unref();
  return browser;
}

/** Follows a page: what it does wrong is `found`; errors in its console that are `expected` are left out. */
export function watch(page, found, expected = provoked) {
  hangs?.refresh();
  page.on('console', (message) => {
    if (message.type() === 'error' && !expected(message.text())) found(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => found(`error: ${error.message}`));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !/^(data|blob):/.test(url)) found(`asked ${url}`);
  });
}

/** With SLOW, each question waits and each answer is late, by up to that many milliseconds: they come in another order than asked. */
const slow = Number(process.env.SLOW ?? 0);
const wait = () => new Promise((resolve) => setTimeout(resolve, Math.max(0, Math.random() * 2 - 1) * slow));

async function answerLate(route) {
  await wait();
  // The page that asked may be gone, and one that a walk cut off gets no answer.
  const isCutOff = await route.request().frame().evaluate(() => !navigator.onLine).catch(() => false);
  const response = isCutOff ? null : await route.fetch().catch(() => null);
  await wait();
  await (response ? route.fulfill({ response }) : route.abort()).catch(() => {});
}

/** A new page of a context that is watched; `name` says whose it is. */
export async function watchedPage(context, name = 'page') {
  const page = await context.newPage();
  if (slow) await page.route('**/api/v1/**', answerLate);
  page.setDefaultTimeout(30_000);
  watch(page, (what) => noteTrouble(`${name}: ${what}`));
  return page;
}

/** What axe finds on the page, or in the part of it that a selector names. */
export async function axeFindings(page, part) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  // A part that the page reads again is paler for a moment: a look counts during which no part was.
  const look = async () => {
    await page.waitForFunction(() => !document.querySelector('.shown[aria-busy="true"]'));
    return page.evaluate(async (one) => {
      let wasBusy = false;
      const watch = new MutationObserver(() => (wasBusy ||= !!document.querySelector('.shown[aria-busy="true"]')));
      watch.observe(document, { subtree: true, childList: true, attributeFilter: ['aria-busy'] });
      const { violations } = await window.axe.run(one ? { include: [one] } : document, { resultTypes: ['violations'] });
      watch.disconnect();
      return { violations, wasBusy: wasBusy || !!document.querySelector('.shown[aria-busy="true"]') };
    }, part);
  };
  let { violations, wasBusy } = await look();
  for (let again = 0; again < 5 && wasBusy; again += 1) ({ violations, wasBusy } = await look());
  return violations.map(({ id, nodes }) => `axe ${id}: ${nodes.slice(0, 3).map((node) => `${node.target} ${node.failureSummary?.split('\n')[1] ?? ''}`).join(' | ')}`);
}

const examined = new Set();

/** Looks at a part that has opened over the page, the first time that a walk meets it: axe finds nothing, and it fits a phone. */
export async function examine(page, part, name) {
  if (examined.has(name)) return;
  examined.add(name);
  for (const finding of await axeFindings(page, part)) noteTrouble(`${name}: ${finding}`);
  const wide = page.viewportSize();
  await page.setViewportSize({ width: 360, height: wide.height });
  const beyond = await page.locator(part).last().evaluate(async (element) => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const { left, right } = element.getBoundingClientRect();
    return Math.ceil(Math.max(-left, right - document.documentElement.clientWidth, element.scrollWidth - element.clientWidth, document.documentElement.scrollWidth - document.documentElement.clientWidth));
  });
  if (beyond > 0) noteTrouble(`${name}: is ${beyond} px too wide for a phone`);
  await page.setViewportSize(wide);
}
