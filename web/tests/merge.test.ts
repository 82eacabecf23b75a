import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { EditorBlock } from '../src/pages/research/editor/blocks';
import { rebased, sameDocument, type StoredBlock } from '../src/pages/research/editor/merge';

const stored = (id: number, body: string): StoredBlock => ({ id, version: 1, kind: 'paragraph', body, attrs: {} });
const here = (id: number | null, body: string, key: string | null = null): EditorBlock => ({ id, key, kind: 'paragraph', body, attrs: {} });
const texts = (blocks: EditorBlock[]) => blocks.map((block) => block.body);
const base = [stored(1, 'a'), stored(2, 'b'), stored(3, 'c')];

test('what one side changed, added, removed or moved is taken', () => {
  const mine = [here(1, 'a'), here(null, 'new', 'k'), here(2, 'b, mine'), here(3, 'c')];
  assert.deepEqual(texts(rebased(base, mine, [stored(1, 'a, theirs'), stored(4, 'd'), stored(2, 'b'), stored(3, 'c')])), ['a, theirs', 'new', 'd', 'b, mine', 'c']);
  assert.deepEqual(texts(rebased(base, [here(1, 'a'), here(3, 'c')], base)), ['a', 'c']);
  assert.deepEqual(texts(rebased(base, [here(1, 'a'), here(2, 'b'), here(3, 'c')], [stored(1, 'a'), stored(3, 'c')])), ['a', 'c']);
  assert.deepEqual(texts(rebased(base, [here(3, 'c'), here(1, 'a'), here(2, 'b')], [stored(1, 'a'), stored(2, 'b, theirs'), stored(3, 'c')])), ['c', 'a', 'b, theirs']);
});

test('of a block that both changed the choice decides, and "both" keeps both', () => {
  const mine = [here(1, 'a'), here(2, 'b, mine'), here(3, 'c')];
  const theirs = [stored(1, 'a'), stored(2, 'b, theirs'), stored(3, 'c')];
  const chosen = (choice: 'mine' | 'theirs' | 'both') => rebased(base, mine, theirs, () => choice, () => 'fresh');
  assert.deepEqual(texts(chosen('mine')), ['a', 'b, mine', 'c']);
  assert.deepEqual(texts(chosen('theirs')), ['a', 'b, theirs', 'c']);
  assert.deepEqual(chosen('both').map(({ id, key, body }) => [id, key, body]), [[1, null, 'a'], [2, null, 'b, theirs'], [null, 'fresh', 'b, mine'], [3, null, 'c']]);
});

test('a block that others removed while it was changed here stays, unless theirs is chosen', () => {
  const mine = [here(1, 'a'), here(2, 'b, mine'), here(3, 'c')];
  const theirs = [stored(1, 'a'), stored(3, 'c')];
  assert.deepEqual(texts(rebased(base, mine, theirs)), ['a', 'b, mine', 'c']);
  assert.deepEqual(texts(rebased(base, mine, theirs, () => 'theirs')), ['a', 'c']);
});

const word = fc.constantFrom('p', 'q', 'r', 's');
const mine = fc.array(fc.oneof(fc.record({ id: fc.constantFrom(1, 2, 3), body: word }), fc.record({ id: fc.constant(null), body: word })), { maxLength: 6 });
const theirs = fc.uniqueArray(fc.record({ id: fc.integer({ min: 1, max: 6 }), body: word }), { maxLength: 6, selector: ({ id }) => id });

test('no text that was changed on either side is lost where both are kept', () => {
  fc.assert(
    fc.property(mine, theirs, (own, others) => {
      const seen = new Set<number>();
      const left = own.flatMap(({ id, body }, place) => (id !== null && seen.has(id) ? [] : (id !== null && seen.add(id), [here(id, body, id === null ? `k${place}` : null)])));
      const right = others.map(({ id, body }) => stored(id, body));
      let keys = 0;
      const result = rebased(base, left, right, () => 'both', () => `f${(keys += 1)}`);
      const changed = (block: { id: number | null; body: string }) => base.find((one) => one.id === block.id)?.body !== block.body;
      for (const block of [...left, ...right].filter(changed)) assert.ok(result.some((one) => one.body === block.body), block.body);
      const ids = result.map((block) => block.id ?? block.key);
      assert.equal(new Set(ids).size, ids.length, 'no block stands twice');
    }),
    { numRuns: 3000 },
  );
});

test('nothing changed is nothing to save', () => {
  assert.ok(sameDocument([here(1, 'a'), here(2, 'b'), here(3, 'c')], base));
  assert.ok(!sameDocument([here(2, 'b'), here(1, 'a'), here(3, 'c')], base));
  assert.ok(!sameDocument([here(1, 'a'), here(2, 'b')], base));
});
