// Does the work of staff by keyboard alone: node staff.mjs BASE_URL, with PEOPLE (people.mjs); SHOTS=folder keeps pictures of the dialogs.
// It changes an organization and adds a plan: for a server that no other test counts on.
import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { launch, troubles, watchedPage } from './browser.mjs';
import { focused, press, signInByKeyboard, tabTo, write } from './hands.mjs';
import { askerAs, emailOf, passwordOf } from './people.mjs';

const [base] = process.argv.slice(2);
const origin = new URL(base).origin;
const ask = askerAs(base);
const shots = process.env.SHOTS;
const browser = await launch();
const page = await watchedPage(await browser.newContext({ viewport: { width: Number(process.env.WIDTH ?? 1280), height: 900 }, colorScheme: process.env.SCHEME ?? 'light', reducedMotion: 'reduce' }));
const dialog = page.locator('dialog[open]').last();
const shown = (text) => page.locator('main').getByText(text).first().waitFor();
const toast = (text) => page.locator('.toast', { hasText: text }).first().waitFor();
async function picture(name) {
  if (!shots) return;
  await mkdir(shots, { recursive: true });
  await page.screenshot({ path: join(shots, `${name}.png`) });
}

/** Looks for a person by what is typed, and opens what staff may do. */
async function manage(email, name) {
  await page.goto(`${origin}/staff/people`);
  await shown(email);
  await write(page, 'Part of a name or an email', email);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/staff/people?q=${encodeURIComponent(email)}`);
  await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 1);
  await press(page, `Manage ${name}`);
  await dialog.getByText(email).waitFor();
}

try {
  await signInByKeyboard(page, origin, '/staff', emailOf('staff'), passwordOf('staff'));
  await shown('Newest changes');
  const staff = (await ask('/session', 'staff')).user;
  const { user: member } = await ask('/session', 'member');

  // Acting as a person: a banner on each page, nothing of staff, and the way back.
  await manage(member.email, member.name);
  await picture('person');
  await press(page, 'Begin: Act as the person');
  await write(page, 'Reason, for the audit log', 'the walk of staff');
  await picture('act');
  await page.keyboard.press('Enter');
  const banner = page.locator('.acting');
  await banner.getByText(member.name).waitFor();
  await page.waitForURL(`${origin}/`);
  assert.equal(await page.locator('.person .name').innerText(), member.name);
  await picture('acting');
  await page.goto(`${origin}/staff`);
  await page.getByRole('heading', { name: 'This is not open to you' }).waitFor();
  assert.equal(await page.getByRole('navigation', { name: 'Staff' }).count(), 0, 'no page of staff is offered');
  await banner.waitFor();
  await press(page, 'Stop');
  await page.waitForURL(`${origin}/staff/people`);
  await shown(member.email);
  assert.equal(await page.locator('.person .name').innerText(), staff.name);
  assert.equal(await banner.count(), 0);

  // The audit log names who did it, and why.
  await page.goto(`${origin}/staff/audit?action_filter=impersonation.began&target_id=${member.id}`);
  await press(page, new RegExp(`^Look at .+ of user ${member.id}$`));
  await dialog.getByText('the walk of staff').waitFor();
  await picture('audit-entry');
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => !document.querySelector('dialog[open]'));
  assert.match(await focused(page), /^Look at /, 'the dialog gives the focus back');

  // A limit of an organization is refused at its field, set, and cleared again.
  const { organizations } = await ask('/session/admin/organizations?kind=personal&limit=50', 'staff');
  const own = organizations.find((one) => one.name === member.name);
  await page.goto(`${origin}/staff/organizations/${own.id}`);
  await shown(member.email);
  await press(page, 'Set Alerts of a person');
  await write(page, 'Alerts of a person', 'many');
  await page.keyboard.press('Enter');
  await dialog.getByText('A whole number, or nothing for unlimited.').waitFor();
  assert.equal(await focused(page), 'Alerts of a person', 'the wrong field has the focus');
  await picture('refused');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('77');
  await page.keyboard.press('Enter');
  await toast('It is set');
  await shown('Set by staff');
  assert.equal((await ask(`/session/admin/organizations/${own.id}`, 'staff')).in_force.limits.alerts, 77);
  await press(page, 'Clear what staff set');
  await press(page, 'Clear it');
  await toast('Plan and courtesies alone are in force');
  await page.getByText('Set by staff').waitFor({ state: 'detached' });

  // Suspended with a reason, and restored.
  await press(page, 'Suspend');
  await write(page, 'Reason, for the audit log', 'the walk of staff');
  await picture('suspend');
  await press(page, 'Suspend');
  await page.locator('.facts').getByText('Suspended', { exact: true }).waitFor();
  assert.equal((await ask(`/session/admin/organizations/${own.id}`, 'staff')).organization.status, 'suspended');
  await press(page, 'Restore');
  await press(page, 'Restore');
  await page.locator('.facts').getByText('Active').waitFor();

  // A plan for a time, beside its own.
  await press(page, 'Give a plan');
  await dialog.getByLabel('Plan', { exact: true }).waitFor();
  await picture('grant');
  await write(page, 'Days from now', '3');
  await page.keyboard.press('Enter');
  await toast('The plan is given');
  await shown('runs');
  await press(page, 'End them');
  await press(page, 'End them');
  await toast('They have ended');

  // A plan is made, and changed.
  const key = `walk_${Date.now()}`;
  await page.goto(`${origin}/staff/plans`);
  await press(page, 'New plan');
  await page.getByLabel('Key', { exact: true }).waitFor();
  await write(page, 'Key', key);
  await write(page, 'Name', 'Plan of the walk');
  await press(page, 'Make the plan');
  await page.waitForURL(`**/staff/plans/${key}`);
  await write(page, 'Saved views of a person', '12');
  await press(page, 'Change the plan');
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
  assert.equal((await ask(`/session/admin/plans/${key}`, 'staff')).plan.saved_views, 12);

  assert.deepEqual(troubles, []);
  console.log('a person, acting, the audit log, an organization and a plan by keyboard');
} finally {
  await browser.close();
}
