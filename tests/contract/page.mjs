// Opens the documentation page of the server whose address is given, in a browser, and fails when it does not list the
// operations, has no field for a key at hand, does not lead to the guides, asks another host for anything, breaks its own content security policy, or has
// buttons without a name or texts that are too pale (axe).
import { chromium } from "playwright-core";
import { createRequire } from "node:module";
import process from "node:process";

const baseUrl = process.argv[2];
const browser = await chromium.launch({
  executablePath: process.env.QUARRY_TEST_BROWSER ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
const failures = [];
// A processor that others use draws a page late.
const PATIENCE = 60_000;
// A browser that hangs would take the whole run's time with it.
setTimeout(() => {
  console.error(["the page was not looked at within 5 minutes", ...failures].join("\n"));
  process.exit(1);
}, 5 * 60_000).unref();
try {
  const page = await browser.newPage();
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(`${baseUrl}/`) && !/^(data|blob):/.test(url)) failures.push(`it asked ${url}`);
  });
  page.on("console", (message) => {
    if (message.type() === "error") failures.push(`the console says: ${message.text()}`);
  });
  page.on("pageerror", (error) => failures.push(`it failed: ${error.message}`));
  const answer = await page.goto(`${baseUrl}/docs`, { waitUntil: "load", timeout: PATIENCE });
  if (answer?.status() !== 200) failures.push(`it answered ${answer?.status()}`);
  await page.getByText("markets", { exact: true }).first().click({ timeout: PATIENCE }).catch(() => failures.push("it lists no family"));
  for (const text of ["OHLC and volume bars of one pool", "/pools/{address}/prices"]) {
    await page.getByText(text).first().waitFor({ timeout: PATIENCE }).catch(() => failures.push(`it does not show "${text}"`));
  }
  await page.getByPlaceholder("Token").first().waitFor({ timeout: PATIENCE }).catch(() => failures.push("no field takes a key"));
  await page.locator('a[href$="/guides"]').first().waitFor({ timeout: PATIENCE }).catch(() => failures.push("it does not lead to the guides"));
  // The policy lets no script of ours in: this page is another one, without it.
  const open = await browser.newContext({ bypassCSP: true });
  const audited = await open.newPage();
  await audited.goto(`${baseUrl}/docs`, { waitUntil: "load", timeout: PATIENCE });
  await audited.getByText("markets", { exact: true }).first().click({ timeout: PATIENCE });
  await audited.getByText("OHLC and volume bars of one pool").first().waitFor({ timeout: PATIENCE });
  await audited.addScriptTag({ path: createRequire(import.meta.url).resolve("axe-core/axe.min.js") });
  for (const mode of ["light", "dark"]) {
    const violations = await audited.evaluate(async (mode) => {
      document.body.classList.remove("light-mode", "dark-mode");
      document.body.classList.add(`${mode}-mode`);
      const found = await axe.run({ runOnly: ["button-name", "color-contrast"] });
      return found.violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 200)}`));
    }, mode);
    failures.push(...violations.map((violation) => `in ${mode} mode: ${violation}`));
  }
  if (process.env.QUARRY_TEST_SCREENSHOT) await page.screenshot({ path: process.env.QUARRY_TEST_SCREENSHOT });
} finally {
  await browser.close();
}
if (failures.length > 0) {
  console.error(failures.join("\n"));
  process.exit(1);
}
