// Signs in, mints a key, sets a second factor up and leaves, without a mouse:
//   PEOPLE='{"owner":{"email":"…","password":"…"}}' MAIL=folder node account.mjs BASE_URL
// The owner (or an admin) of an institution mints, revokes and invites; MAIL is the folder in which the host leaves its letters.
import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { examine, launch, troubles, watchedPage } from './browser.mjs';
import { press, signInByKeyboard, write } from './hands.mjs';
import { emailOf, passwordOf } from './people.mjs';

const [base] = process.argv.slice(2);
const origin = new URL(base).origin;
const mark = randomBytes(4).toString('hex');
const guest = { email: `guest-${mark}@people.example`, password: `marble ${mark} trumpet ostrich` };

async function until(what, look) {
  for (const end = Date.now() + 30_000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 100))) {
    const found = await look();
    if (found) return found;
  }
  return assert.fail(what);
}

/** The token of the letter to an address. */
const mailedToken = (email) => until(`a letter to ${email}`, async () => {
  for (const name of await readdir(process.env.MAIL).catch(() => [])) {
    const letter = await readFile(join(process.env.MAIL, name), 'utf8').catch(() => '');
    if (!letter.includes(email)) continue;
    // Quoted-printable: a long line goes on after "=", and "=" itself is "=3D".
    const text = letter.replace(/=\r?\n/g, '').replaceAll('=3D', '=');
    const token = text.match(/(?:invitation=|\s)([\w-]{43})\s/);
    if (token) return token[1];
  }
  return null;
});

/** The code that an authenticator with that secret shows (RFC 6238). */
function codeOf(secret) {
  const bits = [...secret].map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const digest = createHmac('sha1', Buffer.from(bits.match(/.{8}/g).map((byte) => Number.parseInt(byte, 2)))).update(time).digest();
  return String((digest.readUInt32BE(digest[19] & 15) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

const browser = await launch();
try {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
  const page = await watchedPage(context);
  const titled = (title) => page.waitForFunction((wanted) => document.title.startsWith(wanted), title);
  const statusOf = (secret) => fetch(`${base}/me`, { headers: { authorization: `Bearer ${secret}` } }).then(({ status }) => status);

  /** Signs the guest in, with a recovery code as the second factor. */
  async function signInWith(path, recoveryCode) {
    const led = signInByKeyboard(page, origin, path, guest.email, guest.password);
    await page.waitForFunction(() => document.activeElement?.name === 'otp');
    await page.keyboard.type(recoveryCode);
    await page.keyboard.press('Enter');
    await led;
  }

  // In by password, and led back to where one wanted to go, not to another site.
  await page.goto(`${origin}/sign-in?to=${encodeURIComponent('//evil.example/organizations')}`);
  await page.getByLabel('Email').waitFor();
  await write(page, 'Email', emailOf('owner'));
  await write(page, 'Password', 'not the password of anybody');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor();
  assert.match(await page.getByRole('alert').innerText(), /email or the password is wrong/);
  await write(page, 'Password', passwordOf('owner'));
  await page.keyboard.press('Enter');
  await page.waitForURL(`${origin}/`);
  await page.goto(`${origin}/organizations`);
  const institution = page.locator('tr', { hasText: 'Institution' }).locator('a');
  await institution.waitFor();
  const called = await institution.innerText();

  // A key: shown once with a request that works, and refused once it is revoked.
  await press(page, called);
  await titled(called);
  await press(page, 'Keys');
  await page.waitForURL('**/keys');
  await page.getByRole('button', { name: 'Mint a key' }).waitFor();
  await press(page, 'Mint a key');
  await write(page, 'Name', `walk ${mark}`);
  await page.keyboard.press('Enter');
  const once = page.getByRole('region', { name: `The key “walk ${mark}”` });
  await once.waitFor();
  await page.waitForFunction(() => document.activeElement?.classList.contains('once'), null);
  await examine(page, '.once', 'a key that is shown once');
  const curl = await once.locator('pre').innerText();
  const secret = curl.match(/Bearer (\S+)'/)[1];
  assert.ok(curl.includes(`${origin}/api/v1/pairs`) && (await once.innerText()).includes(secret), curl);
  assert.equal(await statusOf(secret), 200, 'the key works at once');
  await press(page, 'I have kept it');
  assert.equal(await page.getByText(secret).count(), 0, 'it is not shown again');
  await page.getByRole('button', { name: `Revoke walk ${mark}` }).waitFor();
  await press(page, `Revoke walk ${mark}`);
  await page.locator('dialog[open]').waitFor();
  assert.ok(await page.evaluate(() => document.querySelector('dialog[open]').contains(document.activeElement)), 'the dialog has the focus');
  await press(page, 'Revoke the key');
  await page.getByText(`The key walk ${mark} is revoked`).waitFor();
  await page.locator('tr', { hasText: `walk ${mark}` }).waitFor({ state: 'detached' });
  await press(page, /^All \d+$/);
  await page.locator('tr', { hasText: `walk ${mark}` }).getByText('revoked').waitFor();
  await until('the key is refused', async () => (await statusOf(secret)) === 401);

  // An invitation, and out: another tab shows it, too.
  await press(page, 'Members');
  await page.locator('[name="email"]').waitFor();
  await write(page, 'Email', guest.email);
  await page.keyboard.press('Enter');
  await page.getByText(`A letter is on its way to ${guest.email}`).waitFor();
  const other = await watchedPage(context, 'another tab');
  await other.goto(`${origin}/account`);
  await other.locator('main').getByText(emailOf('owner')).first().waitFor();
  await press(page, /^Your menu/);
  await press(page, 'Sign out');
  await page.getByText('You are signed out').waitFor();
  await other.getByRole('heading', { name: 'Sign in to see this' }).waitFor();
  assert.equal(await other.getByRole('button', { name: /Your menu/ }).count(), 0, 'nobody is signed in in the other tab');
  await other.close();

  // The letter's link: its token leaves the address, a weak password is refused at its field, and the guest is in.
  await page.goto(`${origin}/#invitation=${await mailedToken(guest.email)}`);
  await page.waitForURL(`${origin}/invitation`);
  await write(page, 'Your name', `Guest ${mark}`);
  await write(page, 'New password', 'password1234');
  await write(page, 'The same once more', 'password1234');
  await page.keyboard.press('Enter');
  await page.getByText('more than 100 million guesses').waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.name), 'password', 'the refused field has the focus');
  await write(page, 'New password', guest.password);
  await write(page, 'The same once more', guest.password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/organizations');

  // A second factor, asked for at the next sign-in; a recovery code is taken in its place.
  await page.goto(`${origin}/account/security`);
  await page.getByRole('button', { name: 'Set up a second factor' }).waitFor();
  await press(page, 'Set up a second factor');
  await page.getByRole('img', { name: /QR code/ }).waitFor();
  await examine(page, 'main', 'a second factor that is set up');
  await page.waitForFunction(() => document.activeElement?.name === 'otp');
  await page.keyboard.type(codeOf((await page.locator('.secret').innerText()).replaceAll(' ', '')));
  await page.keyboard.press('Enter');
  const codes = page.getByRole('region', { name: 'Your recovery codes' });
  await codes.waitFor();
  await examine(page, '.once', 'recovery codes');
  const first = await codes.locator('li').allInnerTexts();
  await page.waitForFunction(() => document.activeElement?.classList.contains('once'));
  await press(page, 'I have kept it');
  await press(page, 'New recovery codes');
  await page.locator('dialog[open]').waitFor();
  await press(page, 'Make ten new codes');
  await codes.waitFor();
  const recovery = await codes.locator('li').allInnerTexts();
  assert.equal(new Set([...first, ...recovery]).size, 20, 'ten codes, and ten others');
  await page.waitForFunction(() => document.activeElement?.classList.contains('once'));
  await press(page, /^Your menu/);
  await press(page, 'Sign out');
  await page.getByText('You are signed out').waitFor();
  await signInWith('/account/sessions', recovery[0]);
  await page.getByText('this one').waitFor();

  // The session ends elsewhere: the page says so by itself, and the way back leads to it.
  await page.waitForTimeout(500);
  await context.request.post(`${base}/auth/logout`, { headers: { 'x-service-client': 'quarry-web' } });
  await page.getByRole('heading', { name: 'Sign in to see this' }).waitFor();
  await press(page, 'Sign in');
  await page.waitForURL('**/sign-in?to=%2Faccount%2Fsessions');

  // The second factor ends, and so does the account.
  await signInWith('/account/security', recovery[1]);
  await page.getByRole('button', { name: 'Switch it off' }).waitFor();
  await press(page, 'Switch it off');
  await page.locator('dialog[open]').waitFor();
  await press(page, 'Switch it off');
  await page.getByRole('button', { name: 'Set up a second factor' }).waitFor();
  await page.waitForFunction(() => !document.querySelector('dialog[open]'));
  // The focus is not lost with the button.
  await page.waitForFunction(() => document.activeElement !== document.body);
  await press(page, 'Your data');
  await page.getByRole('button', { name: 'Delete the account' }).waitFor();
  await press(page, 'Delete the account');
  await page.waitForFunction(() => document.activeElement?.name === 'email');
  await page.keyboard.type(guest.email);
  await page.keyboard.press('Enter');
  await page.getByText('Your account is deleted').waitFor();
  assert.deepEqual(troubles, []);
  console.log('a sign-in, a key, an invitation, a second factor with its end, and that of an account by keyboard');
} finally {
  await browser.close();
}
