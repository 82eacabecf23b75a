// Shows safe HTML of hostile texts in a browser, as documents and by `innerHTML`, and fails where one of them runs a script, asks for anything,
// leaves its place, or has an element or an attribute that no text needs. Argument: a JSON file, surfaces by name, each a list of HTML.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { chromium } from "playwright-core";

const surfaces = JSON.parse(readFileSync(process.argv[2], "utf8"));
const home = "http://shown.invalid/";
const head = `<!DOCTYPE html><meta charset="utf-8"><script>window.ran = 0; window.__ran = () => { window.ran += 1; };
for (const name of ["alert", "confirm", "prompt"]) window[name] = window.__ran;</script>`;
const places = (texts) => texts.map((html) => `<div class="place">${html}</div>`).join("\n");

const browser = await chromium.launch({
  executablePath: process.env.QUARRY_TEST_BROWSER ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});

// What came of a document, and of what a script puts into it.
async function show(body, texts) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const asked = [];
  page.on("dialog", (dialog) => dialog.dismiss());
  await page.route("**/*", (route) => {
    if (route.request().url() === home) return route.fulfill({ contentType: "text/html", body: head + body });
    asked.push(route.request().url());
    return route.abort();
  });
  await page.goto(home, { waitUntil: "load", timeout: 60_000 });
  const seen = await page.evaluate(async (texts) => {
    for (const html of texts) {
      const place = document.createElement("div");
      place.className = "place";
      place.innerHTML = html;
      document.body.append(place);
    }
    // What would load or fail has begun to by then.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 250)));
    const elements = new Set("a abbr blockquote br code data del em h1 h2 h3 h4 h5 h6 hr li ol p pre s strong table tbody td th thead tr ul".split(" "));
    const attributes = new Set(["align", "aria-label", "class", "href", "id", "lang", "rel", "start", "title", "value"]);
    const faults = [];
    const places = [...document.body.children];
    for (const place of places) {
      if (place.className !== "place") faults.push(`outside of its place: ${place.outerHTML.slice(0, 200)}`);
      for (const element of place.querySelectorAll("*")) {
        const shown = element.outerHTML.slice(0, 200);
        if (!elements.has(element.localName)) faults.push(`an element ${element.localName}: ${shown}`);
        for (const { name, value } of element.attributes) {
          if (!attributes.has(name)) faults.push(`an attribute ${name}: ${shown}`);
          if (name === "id" && !value.startsWith("section-")) faults.push(`an id of the page around it: ${shown}`);
        }
        const isLink = element.localName === "a" && element.hasAttribute("href");
        if (isLink && !["http:", "https:", "mailto:"].includes(element.protocol)) faults.push(`a link: ${shown}`);
      }
    }
    return { ran: window.ran, count: places.length, faults: faults.slice(0, 20) };
  }, texts);
  await context.close();
  return { ...seen, asked };
}

try {
  const raw = ["<script>__ran()</script>", "<img src=x onerror=__ran()>", "<svg onload=__ran()></svg>", "</div><p onclick=x>"];
  const control = await show(places(raw), raw);
  assert.ok(control.ran >= 3 && control.asked.length >= 1 && control.faults.length >= 4, `the test sees nothing: ${JSON.stringify(control)}`);
  for (const [name, texts] of Object.entries(surfaces)) {
    const began = Date.now();
    const { ran, asked, count, faults } = await show(places(texts), texts);
    assert.deepEqual({ name, ran, asked, faults }, { name, ran: 0, asked: [], faults: [] });
    assert.equal(count, 2 * texts.length, `${name}: each text is in a place of its own`);
    console.log(`${name}: ${texts.length} texts, ${Date.now() - began} ms`);
  }
} finally {
  await browser.close();
}
