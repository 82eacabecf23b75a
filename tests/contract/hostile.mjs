// Shows safe HTML of hostile texts in a browser, as documents and by `innerHTML`, and fails where one of them runs a script, asks for anything,
// leaves its place, or has an element or an attribute that no text needs. Argument: a JSON file, `texts`: surfaces by name, each a list of
// HTML; `documents`: exported pages, each opened as it is and without the policy in its head.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { chromium } from "playwright-core";

const { texts: surfaces, documents } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const home = "http://shown.invalid/";
const head = `<!DOCTYPE html><meta charset="utf-8"><script>window.ran = 0; window.__ran = () => { window.ran += 1; };
for (const name of ["alert", "confirm", "prompt"]) window[name] = window.__ran;</script>`;
// Characters of a document: a browser is slow on longer ones.
const MOST_CHARACTERS = 2_000_000;
const places = (texts) => texts.map((html) => `<div class="place">${html}</div>`).join("\n");

const browser = await chromium.launch({
  executablePath: process.env.QUARRY_TEST_BROWSER ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});

// A browser that hangs would take the whole run's time with it: each document has five minutes.
const deadline = setTimeout(() => {
  console.error("a document was not shown within 5 minutes");
  process.exit(1);
}, 5 * 60_000).unref();

// The texts in parts, each of which fits into a document.
function parts(texts) {
  const parts = [[]];
  let characters = 0;
  for (const text of texts) {
    if (characters + text.length > MOST_CHARACTERS && parts.at(-1).length > 0) {
      parts.push([]);
      characters = 0;
    }
    parts.at(-1).push(text);
    characters += text.length;
  }
  return parts;
}

// What came of a document, and of what a script puts into it.
async function show(body, texts) {
  deadline.refresh();
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
    // What Markdown gives, and nothing beside it.
    const nothing = "aside blockquote br code del em figcaption figure hr li p pre strong table tbody thead tr ul".split(" ");
    const headings = ["h1", "h2", "h3", "h4", "h5", "h6"];
    const attributes = new Map([
      ...nothing.map((name) => [name, []]),
      ...headings.map((name) => [name, ["id"]]),
      ["a", ["aria-label", "href", "rel", "title"]],
      ["data", ["value"]],
      ["ol", ["start"]],
      ["td", ["align"]],
      ["th", ["align"]],
    ]);
    const faults = [];
    const places = [...document.body.children];
    for (const place of places) {
      if (place.className !== "place") faults.push(`outside of its place: ${place.outerHTML.slice(0, 200)}`);
      for (const element of place.querySelectorAll("*")) {
        const shown = () => element.outerHTML.slice(0, 200);
        const known = attributes.get(element.localName);
        if (!known) faults.push(`an element ${element.localName}: ${shown()}`);
        for (const { name, value } of element.attributes) {
          if (!known?.includes(name)) faults.push(`an attribute ${name}: ${shown()}`);
          if (name === "id" && !value.startsWith("section-")) faults.push(`an id of the page around it: ${shown()}`);
        }
        const isLink = element.localName === "a" && element.hasAttribute("href");
        if (isLink && element.rel !== "noopener noreferrer nofollow") faults.push(`a link that tells where it stands: ${shown()}`);
        if (isLink && !["http:", "https:", "mailto:"].includes(element.protocol)) faults.push(`a link: ${shown()}`);
      }
    }
    return { ran: window.ran, count: places.length, faults: faults.slice(0, 20) };
  }, texts);
  await context.close();
  return { ...seen, asked };
}

// What came of a document of its own.
async function open(document) {
  deadline.refresh();
  const context = await browser.newContext();
  await context.addInitScript(() => {
    window.ran = 0;
    window.__ran = () => { window.ran += 1; };
    for (const name of ["alert", "confirm", "prompt"]) window[name] = window.__ran;
  });
  const page = await context.newPage();
  const asked = [];
  page.on("dialog", (dialog) => dialog.dismiss());
  await page.route("**/*", (route) => {
    if (route.request().url() === home) return route.fulfill({ contentType: "text/html", body: document });
    asked.push(route.request().url());
    return route.abort();
  });
  await page.goto(home, { waitUntil: "load", timeout: 60_000 });
  await page.waitForTimeout(250);
  const seen = await page.evaluate(() => ({ ran: window.ran, scripts: document.scripts.length, frames: window.length }));
  await context.close();
  return { ...seen, asked };
}

try {
  const raw = ["<script>__ran()</script>", "<img src=x onerror=__ran()>", "<svg onload=__ran()></svg>", "</div><p onclick=x>"];
  const control = await show(places(raw), raw);
  assert.ok(control.ran >= 3 && control.asked.length >= 1 && control.faults.length >= 4, `the test sees nothing: ${JSON.stringify(control)}`);
  for (const [name, texts] of Object.entries(surfaces)) {
    const began = Date.now();
    for (const part of parts(texts)) {
      const { ran, asked, count, faults } = await show(places(part), part);
      assert.deepEqual({ name, ran, asked, faults }, { name, ran: 0, asked: [], faults: [] });
      assert.equal(count, 2 * part.length, `${name}: each text is in a place of its own`);
    }
    console.log(`${name}: ${texts.length} texts, ${Date.now() - began} ms`);
  }
  const policy = /<meta http-equiv="Content-Security-Policy"[^>]*>/;
  const ours = await open(`<title>x</title>${raw.join("")}`);
  assert.ok(ours.ran >= 3 && ours.asked.length >= 1, `the test sees nothing: ${JSON.stringify(ours)}`);
  for (const document of documents) {
    assert.match(document, policy);
    for (const shown of [document, document.replace(policy, "")]) {
      assert.deepEqual(await open(shown), { ran: 0, scripts: 0, frames: 0, asked: [] });
    }
  }
  console.log(`documents: ${documents.length}, each with its policy and without`);
} finally {
  await browser.close();
}
