// Opens every page in a real browser: node walk.mjs BASE_URL
//   PEOPLE={…} (people.mjs)  WIDTHS=1280,360  SCHEMES=light,dark  SHOTS=folder  ONLY=name,name  HOSTILE=1 (texts of strangers in the API's answers)
// A page has to show a figure of the API, to log no error, to break no policy, to have no finding of axe, to fit its width, to weigh
// no more than it may, and to do what it is for by keyboard alone.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { axeFindings, launch, watch } from './browser.mjs';
import { HOSTILE, hostile, whatRan } from './hostile.mjs';
import { missingRoutes, pages } from './pages.mjs';
import { signIn } from './people.mjs';
import { use } from './uses.mjs';
import { AIM, weighed } from './weight.mjs';

const [base] = process.argv.slice(2);
const list = (name, otherwise) => (process.env[name] ?? otherwise).split(',').filter(Boolean);
const widths = list('WIDTHS', '1280').map(Number);
const schemes = list('SCHEMES', 'light');
const only = list('ONLY', '');
const shots = process.env.SHOTS;
const isHostile = process.env.HOSTILE === '1';
const origin = new URL(base).origin;
const findings = [];

async function look(context, one, scheme, width) {
  const begun = performance.now();
  const page = await context.newPage();
  const found = (what) => findings.push(`${one.name} (${scheme}, ${width}): ${what}`);
  // A browser logs each answer that is not a good one; where the page is about such an answer, that is no finding.
  watch(page, found, (text) => !!one.status && text.includes(`status of ${one.status}`));
  const weigh = weighed(page);
  for (const [path, body] of Object.entries(one.answers ?? {})) await page.route(`${base}${path}`, (route) => route.fulfill({ json: body }));
  if (isHostile) await hostile(page, base, one.strange);
  const response = await page.goto(origin + one.path);
  if (response.status() !== (one.status ?? 200)) found(`status ${response.status()}`);
  try {
    for (const text of isHostile ? [HOSTILE] : [one.shows].flat()) await page.locator('main').getByText(text).first().waitFor({ timeout: 30_000 });
    await page.waitForFunction(() => !document.querySelector('main .skeleton, [aria-busy="true"]'), null, { timeout: 30_000 });
  } catch {
    found(`does not show ${JSON.stringify(isHostile ? HOSTILE : one.shows)}; it says ${JSON.stringify((await page.locator('main').innerText()).slice(0, 300))}`);
  }
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  if (overflow > 0) found(`scrolls sideways by ${overflow} px`);
  if ((await page.locator('h1').count()) !== 1) found(`has ${await page.locator('h1').count()} headings of the first rank`);
  if (isHostile) (await whatRan(page)).forEach(found);
  const shown = performance.now();
  if (shots) await page.screenshot({ path: join(shots, `${one.name}-${scheme}-${width}.png`), fullPage: true });
  (await axeFindings(page)).forEach(found);
  const { kilobytes, hasEditor } = await weigh();
  if (kilobytes > (one.weighs ?? AIM)) found(`weighs ${kilobytes.toFixed(1)} kB`);
  if (hasEditor !== (one.edits ?? false)) found(hasEditor ? 'loads the editor' : 'does not load the editor');
  const examined = performance.now();
  if (one.uses && !isHostile) {
    const failure = await use(page, one.uses);
    if (failure) found(failure);
  }
  await page.close();
  const times = [shown - begun, examined - shown, performance.now() - examined].map(Math.round);
  if (process.env.TIMES) console.log(`${one.name}: shown after ${times[0]} ms, looked at in ${times[1]} ms, used in ${times[2]} ms; ${kilobytes.toFixed(1)} kB`);
}

const browser = await launch();
try {
  if (shots) await mkdir(shots, { recursive: true });
  const all = (await pages(base)).filter((one) => (only.length === 0 || only.includes(one.name)) && (!isHostile || one.strange));
  if (process.env.PEOPLE && only.length === 0 && !isHostile) findings.push(...missingRoutes(all));
  for (const scheme of schemes) {
    for (const width of widths) {
      for (const who of new Set(all.map((one) => one.as))) {
        const theirs = all.filter((one) => one.as === who);
        const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: scheme, reducedMotion: 'reduce' });
        if (who) await signIn(context, base, who);
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
