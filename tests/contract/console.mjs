// Signs in at `/console` as staff, meets the cookie's flags, is refused a write of another site, and switches a module off and
// on. Arguments: the host's base URL, email, password, the file for a screenshot.
import assert from "node:assert/strict";
import http from "node:http";
import { chromium } from "playwright-core";

const [baseUrl, email, password, screenshot] = process.argv.slice(2);
const origin = new URL(baseUrl).origin;
const api = `${origin}/api/v1`;
const executablePath = process.env.QUARRY_TEST_BROWSER ?? "/usr/bin/chromium";
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
try {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 } });
  const page = await context.newPage();
  const failures = [];
  page.on("pageerror", (error) => failures.push(String(error)));
  page.on("request", (request) => {
    if (new URL(request.url()).origin !== origin) failures.push(`asked ${request.url()}`);
  });

  await page.goto(`${origin}/console`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill("not the password at all");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForFunction(() => document.getElementById("message").textContent !== "");
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Modules" }).waitFor();

  const cookie = (await context.cookies()).find(({ name }) => name.endsWith("quarry_session"));
  assert.ok(cookie, "there is a session cookie");
  assert.equal(cookie.httpOnly, true);
  assert.equal(cookie.sameSite, "Lax");
  assert.equal(await page.evaluate(() => document.cookie), "", "scripts see no cookie");

  // A page of another site, with the same cookies in the browser, cannot write.
  const stranger = http.createServer((request, response) => response.end("<title>elsewhere</title>"));
  await new Promise((resolve) => stranger.listen(0, "127.0.0.1", resolve));
  const elsewhere = await context.newPage();
  await elsewhere.goto(`http://localhost:${stranger.address().port}/`);
  const crossSite = await elsewhere.evaluate(async (url) => {
    try {
      const options = { method: "PATCH", credentials: "include", headers: { "content-type": "application/json" } };
      return (await fetch(url, { ...options, body: "{}" })).status;
    } catch (error) {
      return String(error);
    }
  }, `${api}/session/admin/modules/prices/toggle`);
  assert.notEqual(crossSite, 200, "a write of another site is refused");
  await elsewhere.close();
  stranger.close();

  const status = async () => {
    const answer = await fetch(`${api}/public/prices`);
    return [answer.status, (await answer.json()).error];
  };
  assert.equal((await status())[0], 200, "and has changed nothing");

  const row = page.locator('[data-module="prices"]');
  await page.getByLabel("Reason for the next switch").fill("the test of the console");
  await row.getByRole("button", { name: "Switch off" }).click();
  await row.getByRole("button", { name: "Switch on" }).waitFor();
  assert.deepEqual(await status(), [404, "module_disabled"]);
  assert.match(await row.innerText(), /off[\s\S]*the test of the console/);
  await page.screenshot({ path: screenshot, fullPage: true });
  await row.getByRole("button", { name: "Switch on" }).click();
  await row.getByRole("button", { name: "Switch off" }).waitFor();
  assert.equal((await status())[0], 200);

  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  assert.deepEqual(failures, []);
} finally {
  await browser.close();
}
