// Opens every page in a real browser: node walk.mjs BASE_URL
//   PEOPLE={…} (people.mjs)  WIDTHS=1280,360  SCHEMES=light,dark  SHOTS=folder  ONLY=name,name  HOSTILE=1 (texts of strangers in the API's answers)
// A page has to show a figure of the API, to log no error, to break no policy, to have no finding of axe, and to fit its width.
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { HOSTILE, hostile } from './hostile.mjs';
import { pages } from './pages.mjs';
import { signIn } from './people.mjs';

const [base] = process.argv.slice(2);
const list = (name, otherwise) => (process.env[name] ?? otherwise).split(',').filter(Boolean);
const widths = list('WIDTHS', '1280').map(Number);
const schemes = list('SCHEMES', 'light');
const only = list('ONLY', '');
const shots = process.env.SHOTS;
const isHostile = process.env.HOSTILE === '1';
const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const origin = new URL(base).origin;
const findings = [];

async function look(context, one, scheme, width) {
  const begun = performance.now();
  const page = await context.newPage();
  const found = (what) => findings.push(`${one.name} (${scheme}, ${width}): ${what}`);
  page.on('console', (message) => {
    // A browser logs each answer that is not a good one; where the page is about such an answer, that is no finding.
    if (message.type() === 'error' && !(one.status && message.text().includes(`status of ${one.status}`))) found(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => found(`error: ${error.message}`));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !/^(data|blob):/.test(url)) found(`asked ${url}`);
  });
  const response = await page.goto(origin + one.path);
  if (response.status() !== (one.status ?? 200)) found(`status ${response.status()}`);
  try {
    for (const text of isHostile ? [HOSTILE] : [one.shows].flat()) await page.locator('main').getByText(text).first().waitFor({ timeout: 30_000 });
    await page.waitForFunction(() => !document.querySelector('main .skeleton, [aria-busy="true"]'), null, { timeout: 30_000 });
  } catch {
    found(`does not show ${JSON.stringify(one.shows)}; it says ${JSON.stringify((await page.locator('main').innerText()).slice(0, 300))}`);
  }
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  if (overflow > 0) found(`scrolls sideways by ${overflow} px`);
  if ((await page.locator('h1').count()) !== 1) found(`has ${await page.locator('h1').count()} headings of the first rank`);
  if (isHostile && (await page.evaluate(() => window.__ran || document.querySelector('#ran, [onerror], main script')))) found('runs what a stranger wrote');
  const shown = performance.now();
  if (shots) await page.screenshot({ path: join(shots, `${one.name}-${scheme}-${width}.png`), fullPage: true });
  await page.addScriptTag({ url: `${origin}/axe.js` });
  const results = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  for (const violation of results.violations) {
    found(`axe ${violation.id}: ${violation.nodes.slice(0, 3).map((node) => `${node.target} ${node.failureSummary?.split('\n')[1] ?? ''}`).join(' | ')}`);
  }
  await page.close();
  if (process.env.TIMES) console.log(`${one.name}: shown after ${Math.round(shown - begun)} ms, looked at in ${Math.round(performance.now() - shown)} ms`);
}

const browser = await chromium.launch({ executablePath: process.env.QUARRY_TEST_BROWSER ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
try {
  if (shots) await mkdir(shots, { recursive: true });
  const all = (await pages(base)).filter((one) => (only.length === 0 || only.includes(one.name)) && (!isHostile || one.strange));
  for (const scheme of schemes) {
    for (const width of widths) {
      for (const who of new Set(all.map((one) => one.as))) {
        const theirs = all.filter((one) => one.as === who);
        const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: scheme, reducedMotion: 'reduce' });
        // The policy refuses a script that is put into the page; axe comes as one of the page's own addresses.
        await context.route(`${origin}/axe.js`, (route) => route.fulfill({ path: axe, contentType: 'text/javascript' }));
        if (who) await signIn(context, base, who);
        if (isHostile) await hostile(context, origin);
        for (const one of theirs) await look(context, one, scheme, width);
        await context.close();
      }
    }
  }
  console.log(`${all.length} pages, ${schemes.length * widths.length} times: ${findings.length} findings`);
} finally {
  await browser.close();
}
for (const finding of findings) console.error(finding);
process.exit(findings.length === 0 ? 0 : 1);
