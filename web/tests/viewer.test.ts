import './browser';
import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { get } from '../src/api/client';
import { send } from '../src/api/write';
import { viewer } from '../src/live/viewer.svelte';

const nobody = { signed_in: false, user: null, permissions: [], csrf_token: 'of nobody' };
const person = { signed_in: true, user: { id: 7 }, permissions: [], csrf_token: 'of 7' };

/** The requests that wait, each with what answers it. */
let waiting: { address: string; answer: (body: unknown) => void }[] = [];
const answer = (place: number, body: unknown) => waiting[place]?.answer(body);

mock.method(
  globalThis,
  'fetch',
  (address: string) =>
    new Promise((resolve) => waiting.push({ address, answer: (body) => resolve(Response.json(body)) })),
);
beforeEach(() => void (waiting = []));

test('a person who signed in stays signed in when an earlier answer comes late', async () => {
  const before = viewer.renew();
  const signingIn = viewer.signIn({ grant_type: 'password', email: 'a@people.example', password: 'p' });
  answer(1, { viewer: person });
  await signingIn;
  answer(0, nobody);
  await before;
  assert.equal(viewer.person?.id, 7);
});

test('a person who signed out stays signed out when an earlier answer comes late', async () => {
  const before = viewer.renew();
  const signingOut = viewer.signOut();
  answer(1, null);
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(waiting.length, 3, 'the session is asked for anew');
  answer(2, nobody);
  await signingOut;
  answer(0, person);
  await before;
  assert.equal(viewer.signedIn, false);
});

test('a question after a change is not answered by one from before it', async () => {
  const early = get({ path: '/session/account' });
  const together = get({ path: '/session/account' });
  assert.equal(waiting.length, 1, 'parts of a page share an answer');
  const change = send('patch', { path: '/session/account', body: { name: 'New' } });
  answer(1, {});
  await change;
  const late = get({ path: '/session/account' });
  answer(0, { name: 'Old' });
  answer(2, { name: 'New' });
  assert.deepEqual(await Promise.all([early, together, late]), [{ name: 'Old' }, { name: 'Old' }, { name: 'New' }]);
});
