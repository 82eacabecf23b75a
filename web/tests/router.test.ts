import assert from 'node:assert/strict';
import { test } from 'node:test';
import routes from '../routes.json';
import { addressOfPage, match, type Route } from '../src/router/match';
import { guesses } from '../src/shell/shapes';

const found = (path: string) => match(routes as Route[], path);

test('an address has its page, and another one has none', () => {
  assert.equal(found('/')?.route.key, 'home');
  assert.deepEqual(found('/prices/0xab')?.parts, { address: '0xab' });
  assert.deepEqual(found('/lending/aave-v3/accounts/0x1/')?.parts, { slug: 'aave-v3', address: '0x1' });
  for (const path of ['/docs', '/prices/a/b', '/nothing', '/timeline/%E0%A4%A']) assert.equal(found(path), null, path);
});

test('an address keeps of the query what is asked for', () => {
  assert.equal(addressOfPage('/prices', { base: 'A&B', quote: '', chain: null }), '/prices?base=A%26B');
});

test('a text is read by its shape', () => {
  const labels = (text: string) => guesses(text).map((guess) => guess.label);
  assert.equal(labels('26361385')[0], 'Block');
  assert.equal(labels('0x' + 'Ab'.repeat(20))[0], 'Address');
  assert.equal(labels('ab'.repeat(32))[0], 'Transaction');
  assert.equal(guesses('WETH / USDC')[0]?.place, '/prices?base=WETH&quote=USDC');
  assert.deepEqual(labels('   '), []);
});
