// What was written and is not saved, step by step: its editor is left, its session ends, others write, a connection breaks. research.mjs hands over its page.
import assert from 'node:assert/strict';
import { emailOf, passwordOf } from './people.mjs';

/** No step loses a word of the page, or asks without need. */
export async function keepUnsaved(walk, id) {
  for (const step of [leave, signInAgain, offer, comment, value, refuse]) await step(walk, id);
}

/** A text whose editor is left is sent on, and the tab is not closed over it without a question. */
async function leave({ origin, pageOf, edit, texts, until, troubles }, id) {
  const page = await pageOf('member');
  await edit(page, id);
  const document = `**/session/research/pages/${id}/document`;
  let release;
  const held = new Promise((resolve) => (release = resolve));
  const isAsked = page.waitForRequest((request) => request.method() === 'PUT');
  await page.route(document, async (route) => (route.request().method() === 'PUT' && (await held), route.continue()));
  await page.keyboard.type(', left');
  await isAsked;
  await page.keyboard.type(' while it was saved');
  await page.locator('nav a', { hasText: 'Research' }).first().click();
  await page.locator('h1', { hasText: 'Research' }).waitFor();
  release();
  await until(async () => (await texts('admin', id))[0].endsWith(', left while it was saved'), 'what was typed while a save ran is saved without its editor');
  await page.unroute(document);

  await edit(page, id);
  await page.route(document, (route) => (route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 503, json: { code: 'service_unavailable', detail: 'The app store is down.' } })));
  await page.keyboard.type(', through an outage');
  await page.locator('[data-saving="waiting"]').waitFor();
  await page.locator('nav a', { hasText: 'Research' }).first().click();
  await page.locator('h1', { hasText: 'Research' }).waitFor();
  const question = page.waitForEvent('dialog');
  void page.close({ runBeforeUnload: true });
  const dialog = await question;
  assert.equal(dialog.type(), 'beforeunload');
  await dialog.dismiss();
  await page.unroute(document);
  await until(async () => (await texts('admin', id))[0].endsWith(', through an outage'), 'what waited is saved without its editor');
  const closed = page.waitForEvent('close');
  page.on('dialog', (dialog) => (troubles.push('the tab asks though everything is saved'), dialog.accept()));
  await page.close({ runBeforeUnload: true });
  await closed;
  await page.context().close();
}

/** A session ends while its person writes: the text waits for them, also where the way back leads over another site. */
async function signInAgain({ origin, pageOf, edit, texts, until }, id) {
  const page = await pageOf('member');
  await edit(page, id);
  await page.context().clearCookies();
  await page.keyboard.type(', over two sessions');
  await page.getByText('Sign in to see this').waitFor();
  // As a provider sends the tab back: the application is loaded anew.
  await page.goto(`${origin}/sign-in?to=/research`);
  await page.getByLabel('Email').fill(emailOf('member'));
  await page.getByLabel('Password', { exact: true }).fill(passwordOf('member'));
  await page.keyboard.press('Enter');
  await page.locator('h1', { hasText: 'Research' }).waitFor();
  await until(async () => (await texts('admin', id))[0].endsWith(', over two sessions'), 'the text is saved for who wrote it');
  await page.context().close();
}

/** What was kept of another time is offered as far as it stands nowhere else; a draft that has nothing of its own hides no older one. */
async function offer({ origin, ask, pageOf, until }, id) {
  const path = `/session/research/pages/${id}/document`;
  const { document_version, blocks } = await ask(path, 'member');
  const refused = async (body) => {
    const sent = blocks.map((block, place) => (place === 1 ? { ...block, body } : block));
    await assert.rejects(ask(path, 'member', { method: 'PUT', body: { base_version: document_version, blocks: sent } }), /409/);
  };
  await ask(path, 'admin', { method: 'PUT', body: { base_version: document_version, blocks: blocks.map((block, place) => (place < 2 ? { ...block, body: `${block.body}, by the admin` } : block)) } });
  await refused('Lost between two others');
  await refused(blocks[2].body);
  const page = await pageOf('member');
  await page.goto(`${origin}/research/pages/${id}/edit`);
  await page.getByText('It is kept: 1 block.').waitFor();
  await page.getByText('Look at it').click();
  await page.locator('dialog[open]', { hasText: 'Lost between two others' }).waitFor();
  await page.getByText('Let it go').click();
  await page.getByText('Look at it').waitFor({ state: 'detached' });
  await until(async () => (await ask(path, 'member')).recoverable_draft === null, 'no draft is left');
  await page.context().close();
}

/** A comment that is being written stays, whatever others do with its thread; and what was missed is asked for. */
async function comment({ origin, mark, ask, pageOf, until }, id) {
  const begun = await ask(`/session/research/pages/${id}/comments`, 'admin', { method: 'POST', body: { body: `Why ${mark}`, mentions: [] } });
  const page = await pageOf('member');
  let socket;
  let isDown = false;
  await page.routeWebSocket(/cable\?ticket/, (route) => (route.connectToServer(), (socket = route)));
  await page.route('**/session/cable_token', (route) => (isDown ? route.abort() : route.continue()));
  await page.goto(`${origin}/research/pages/${id}`);
  await page.locator(`#reply-${begun.id}`).click();
  await page.keyboard.type('Since it was');
  const resolved = page.waitForResponse((answer) => answer.url().includes('/threads'));
  await ask(`/session/research/pages/${id}/comments/${begun.id}/resolve`, 'admin', { method: 'PATCH' });
  await resolved;
  await page.getByText('Reopen').or(page.getByText('Show 1 resolved')).first().waitFor();
  assert.equal(await page.getByRole('textbox', { name: 'Your reply' }).inputValue(), 'Since it was');
  const onBlock = page.getByRole('textbox', { name: 'Comment on the block' });
  const at = (place) => page.locator('button.talk').nth(place).click();
  await at(0);
  await onBlock.fill('On the first');
  await at(1);
  await until(async () => (await onBlock.inputValue()) === '', 'another block has a comment of its own');
  await at(0);
  await until(async () => (await onBlock.inputValue()) === 'On the first', 'the comment on the first block is still there');
  await page.reload();
  await at(0);
  await until(async () => (await onBlock.inputValue()) === 'On the first', 'it is there on a page that was loaded anew');

  isDown = true;
  await socket.close();
  const { document_version, blocks } = await ask(`/session/research/pages/${id}/document`, 'admin');
  await ask(`/session/research/pages/${id}/document`, 'admin', { method: 'PUT', body: { base_version: document_version, blocks: [{ ...blocks[0], body: `Missed ${mark}` }, ...blocks.slice(1)] } });
  await new Promise((resolve) => setTimeout(resolve, 1500));
  isDown = false;
  await page.locator('main p', { hasText: `Missed ${mark}` }).waitFor();
  await page.context().close();
}

/** A value that is being typed stays when somebody else changes another one. */
async function value({ origin, mark, ask, pageOf, until }, id) {
  const { space_id } = await ask(`/session/research/pages/${id}`, 'admin');
  const made = await ask(`/session/spaces/${space_id}/properties`, 'admin', { method: 'POST', body: { name: `Note ${mark}`, kind: 'text' } });
  const values = `/session/research/pages/${id}/properties`;
  const page = await pageOf('member');
  await page.goto(`${origin}/research/pages/${id}`);
  await page.getByLabel(`Note ${mark}`).focus();
  await page.keyboard.type('half a');
  const stage = (await ask(values, 'admin')).properties.find(({ kind }) => kind === 'select');
  const [option] = stage.options.filter((one) => one !== stage.value);
  await ask(values, 'admin', { method: 'PATCH', body: { values: { [stage.id]: option } } });
  await until(async () => (await page.getByLabel(stage.name, { exact: true }).inputValue()) === option, 'the other value is shown');
  await page.keyboard.type(' sentence');
  await page.keyboard.press('Tab');
  await until(async () => (await ask(values, 'admin')).properties.find((one) => one.id === made.id).value === 'half a sentence', 'what was typed is kept');
  await page.context().close();
  await ask(`/session/spaces/${space_id}/properties/${made.id}`, 'admin', { method: 'DELETE' });
}

/** A page is gone while somebody writes it: the text can still be copied, and is let go by its writer alone. */
async function refuse({ origin, mark, ask, pageOf, edit, troubles }, id) {
  const { project } = await ask(`/session/research/pages/${id}`, 'admin');
  const made = await ask(`/session/research/projects/${project.id}/pages`, 'member', { method: 'POST', body: { title: `Gone ${mark}` } });
  const page = await pageOf('member');
  await edit(page, made.id);
  await ask(`/session/research/pages/${made.id}`, 'admin', { method: 'DELETE' });
  await page.keyboard.type('Written too late');
  await page.locator('[data-saving="refused"]').waitFor();
  await page.locator('nav a', { hasText: 'Research' }).first().click();
  await page.getByText(`Your text of “Gone ${mark}” is not saved`).waitFor();
  await page.goBack();
  await page.getByLabel('Copy the text that is not saved').waitFor();
  const question = page.waitForEvent('dialog');
  void page.close({ runBeforeUnload: true });
  await (await question).dismiss();
  await page.getByText('Let it go').click();
  await page.getByText('Let it go').waitFor({ state: 'detached' });
  const closed = page.waitForEvent('close');
  page.on('dialog', (dialog) => (troubles.push('the tab asks over a text that was let go'), dialog.accept()));
  await page.close({ runBeforeUnload: true });
  await closed;
  await page.context().close();
}
