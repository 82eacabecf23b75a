import assert from 'node:assert/strict';
import { test } from 'node:test';
import { passes, Problem } from '../src/api/problem';
import { coinName } from '../src/words/names';
import { told } from '../src/words/problems';

const refusal = (status: number, detail: string, members: Record<string, unknown> = {}) =>
  new Problem(status, 'code', detail, null, members);

test('where several chains have what is asked for, a page that can name the chain asks which one', () => {
  const several = refusal(422, 'The block 5 is on several chains.', {
    parameter: 'chain',
    chains: ['ethereum', 'polygon'],
  });
  assert.deepEqual(told(several, true).chains, ['ethereum', 'polygon']);
  // A chain that is not known: every chain is offered.
  assert.deepEqual(told(refusal(422, 'It must be one of base, ethereum.', { parameter: 'chain' }), true).chains, []);
  // The address of another page says nothing of a chain.
  assert.equal(told(several).chains, undefined);
  assert.equal(told(refusal(422, 'No.', { parameter: 'range' }), true).chains, undefined);
});

test('the store that is down is read from its member, whatever the sentence says', () => {
  const down = (store?: string) =>
    told(refusal(503, 'The warehouse has nothing to do with it.', store ? { store } : {})).title;
  assert.equal(down('warehouse'), 'The warehouse is down');
  assert.equal(down('app_store'), 'The store of accounts is down');
  assert.equal(down('objects'), 'This part does not answer now');
  assert.equal(down(), 'This part does not answer now');
});

test('what was read stays through troubles that pass, and through no other', () => {
  assert.deepEqual(
    [0, 401, 403, 404, 409, 422, 429, 500, 503].filter((status) => passes(refusal(status, ''))),
    [0, 429, 500, 503],
  );
});

test('a value is counted in the coin of its chain', () => {
  assert.deepEqual(['ethereum', 'base', 'polygon', 'bsc', '31337'].map(coinName), [
    'ETH',
    'ETH',
    'POL',
    'BNB',
    'native coin',
  ]);
});
