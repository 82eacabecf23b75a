// Does on a page what it is for, without a mouse: the `uses` of a page in pages.mjs, one after another.
//   { on: label, type: text, key: 'Enter' or null, leads: part of the address | says: text on the page | saves: name of a file }
// A step `back` looks for its label backwards, from where the focus is.
import { focused, having, tabTo } from './hands.mjs';

/** The end of a step: the page has gone where it leads, and has drawn it. */
async function follow(page, { leads, says }) {
  if (leads) await page.waitForURL(having(leads));
  if (says) await page.getByText(says).first().waitFor();
  await page.waitForFunction(() => document.querySelector('h1') && !document.querySelector('main .skeleton, [aria-busy="true"]'));
}

/** Takes the steps of a page; says what did not come about, or null. */
export async function use(page, steps) {
  await page.keyboard.press('Tab');
  if ((await focused(page)) === 'Skip to the content') await page.keyboard.press('Enter');
  for (const { on, back, type, key = 'Enter', saves, ...end } of steps) {
    try {
      await tabTo(page, on, back ? 'Shift+Tab' : 'Tab');
      if (type) await page.keyboard.type(type);
      const saved = saves ? page.waitForEvent('download') : null;
      if (key) await page.keyboard.press(key);
      if (saves && !having(saves).test((await saved).suggestedFilename())) return `${on} saves ${(await saved).suggestedFilename()}`;
      await follow(page, end);
    } catch (error) {
      return `${on} does not do what it is for: ${error.message.split('\n')[0]}; the page is ${page.url()}`;
    }
  }
  return null;
}
