// Opens the documentation page of the server whose address is given, in a browser, and fails when it does not list the
// operations, asks another host for anything, or breaks its own content security policy.
import { chromium } from "playwright-core";
import process from "node:process";

const baseUrl = process.argv[2];
const browser = await chromium.launch({
  executablePath: process.env.QUARRY_TEST_BROWSER ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
const failures = [];
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
  const answer = await page.goto(`${baseUrl}/docs`, { waitUntil: "load", timeout: 30_000 });
  if (answer?.status() !== 200) failures.push(`it answered ${answer?.status()}`);
  await page.getByText("markets", { exact: true }).first().click({ timeout: 30_000 }).catch(() => failures.push("it lists no family"));
  for (const text of ["OHLC and volume bars of one pool", "/pools/{address}/prices"]) {
    await page.getByText(text).first().waitFor({ timeout: 30_000 }).catch(() => failures.push(`it does not show "${text}"`));
  }
  if (process.env.QUARRY_TEST_SCREENSHOT) await page.screenshot({ path: process.env.QUARRY_TEST_SCREENSHOT });
} finally {
  await browser.close();
}
if (failures.length > 0) {
  console.error(failures.join("\n"));
  process.exit(1);
}
