// Uses a page as somebody does who has no mouse: Tab, Enter, Space and letters.
import assert from 'node:assert/strict';
import { examine } from './browser.mjs';

const named = () => {
  const element = document.activeElement;
  return (element?.getAttribute('aria-label') ?? element?.labels?.[0]?.textContent ?? element?.textContent ?? '').trim().replace(/\s+/g, ' ');
};

/** What has the focus, by its label. */
export const focused = (page) => page.evaluate(named);

/** What opens over a page. */
const OVER = 'dialog[open], [popover]:popover-open, details.actions-menu[open] > div';

/** What has opened over the page around the focus, by its name; null on the page itself. */
const nameOver = (over) => {
  const part = document.activeElement?.closest(over);
  return part && (part.querySelector('h2')?.textContent || part.getAttribute('aria-label') || part.parentElement.querySelector('summary')?.title);
};

/** A label that contains this text. */
export const having = (text) => new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));

/**
 * Goes on with Tab until the control of that label has the focus, which has to be seen; it may have it already. One that takes nothing
 * until an answer is there is come to again.
 */
export async function tabTo(page, label, key = 'Tab') {
  // What has a longer text is a part of the page that holds the control.
  const isIt = (said) => (typeof label === 'string' ? said === label : said.length < 300 && label.test(said));
  const end = Date.now() + 15_000;
  for (let step = 0; step < 120 || Date.now() < end; step += 1) {
    if (!isIt(await focused(page))) {
      await page.keyboard.press(key);
      continue;
    }
    const isSeen = await page.evaluate(() => {
      const style = getComputedStyle(document.activeElement);
      return style.outlineStyle !== 'none' || document.activeElement.matches('.search input, [contenteditable]');
    });
    assert.ok(isSeen, `the focus on ${label} is seen`);
    const over = await page.evaluate(nameOver, OVER);
    if (over) await examine(page, OVER, over);
    return;
  }
  assert.fail(`${label} cannot be reached; the focus is on ${JSON.stringify(await focused(page))}`);
}

/** Presses the button, or follows the link, of that label. */
export async function press(page, label) {
  await tabTo(page, label);
  await page.keyboard.press('Enter');
}

/** Writes into the field of that label, over what stands there. */
export async function write(page, label, text) {
  await tabTo(page, label);
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
}

/** Signs in at the page for it, from where it leads back to `path`. */
export async function signInByKeyboard(page, origin, path, email, password) {
  await page.goto(`${origin}/sign-in?to=${encodeURIComponent(path)}`);
  await page.getByLabel('Email').waitFor();
  await write(page, 'Email', email);
  await write(page, 'Password', password);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**${path}`);
}
