import assert from 'node:assert/strict';
import { test } from 'node:test';
import { passes, Problem } from '../src/api/problem';
import { coinName, named } from '../src/words/names';
import { told } from '../src/words/problems';

const refusal = (status: number, detail: string, members: Record<string, unknown> = {}) => new Problem(status, 'code', detail, null, members);

test('where several chains have what is asked for, a page that can name the chain asks which one', () => {
  const several = refusal(422, 'The block 5 is on several chains: pass chain, one of ethereum, polygon.', { parameter: 'chain' });
  assert.equal(told(several, true).chains, several.detail);
  // The address of another page says nothing of a chain.
  assert.equal(told(several).chains, undefined);
  assert.equal(told(refusal(422, 'No.', { parameter: 'range' }), true).chains, undefined);
});

test('the chains that a refusal names are offered, or all where it names none', () => {
  const chains: [string, string][] = [['ethereum', 'Ethereum'], ['base', 'Base'], ['polygon', 'Polygon']];
  assert.deepEqual(named(chains, 'pass chain, one of ethereum, polygon.').map(([chain]) => chain), ['ethereum', 'polygon']);
  assert.deepEqual(named(chains, 'chain is not known.'), chains);
});

test('what was read stays through troubles that pass, and through no other', () => {
  assert.deepEqual([0, 401, 403, 404, 409, 422, 429, 500, 503].filter((status) => passes(refusal(status, ''))), [0, 429, 500, 503]);
});

test('a value is counted in the coin of its chain', () => {
  assert.deepEqual(['ethereum', 'base', 'polygon', 'bsc', '31337'].map(coinName), ['ETH', 'ETH', 'POL', 'BNB', 'native coin']);
});
