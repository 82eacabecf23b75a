import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { EditorBlock } from '../src/pages/research/editor/blocks';
import { merged, rebased, sameDocument, type StoredBlock } from '../src/pages/research/editor/merge';

const stored = (id: number, body: string): StoredBlock => ({ id, version: 1, kind: 'paragraph', body, attrs: {} });
const here = (id: number | null, body: string, key: string | null = null): EditorBlock => ({
  id,
  key,
  kind: 'paragraph',
  body,
  attrs: {},
});
const texts = (blocks: EditorBlock[]) => blocks.map((block) => block.body);
const base = [stored(1, 'a'), stored(2, 'b'), stored(3, 'c')];

test('what one side changed, added, removed or moved is taken', () => {
  const mine = [here(1, 'a'), here(null, 'new', 'k'), here(2, 'b, mine'), here(3, 'c')];
  const taken = (own: EditorBlock[], theirs: StoredBlock[]) =>
    texts(rebased(base, own, theirs, () => assert.fail('nothing clashes')));
  assert.deepEqual(taken(mine, [stored(1, 'a, theirs'), stored(4, 'd'), stored(2, 'b'), stored(3, 'c')]), [
    'a, theirs',
    'new',
    'd',
    'b, mine',
    'c',
  ]);
  assert.deepEqual(taken([here(1, 'a'), here(3, 'c')], base), ['a', 'c']);
  assert.deepEqual(taken([here(1, 'a'), here(2, 'b'), here(3, 'c')], [stored(1, 'a'), stored(3, 'c')]), ['a', 'c']);
  assert.deepEqual(
    taken([here(3, 'c'), here(1, 'a'), here(2, 'b')], [stored(1, 'a'), stored(2, 'b, theirs'), stored(3, 'c')]),
    ['c', 'a', 'b, theirs'],
  );
});

test('of a block that both changed the choice decides, and "both" keeps both', () => {
  const mine = [here(1, 'a'), here(2, 'b, mine'), here(3, 'c')];
  const theirs = [stored(1, 'a'), stored(2, 'b, theirs'), stored(3, 'c')];
  const chosen = (choice: 'mine' | 'theirs' | 'both') =>
    rebased(
      base,
      mine,
      theirs,
      () => choice,
      () => 'fresh',
    );
  assert.deepEqual(texts(chosen('mine')), ['a', 'b, mine', 'c']);
  assert.deepEqual(texts(chosen('theirs')), ['a', 'b, theirs', 'c']);
  assert.deepEqual(
    chosen('both').map(({ id, key, body }) => [id, key, body]),
    [
      [1, null, 'a'],
      [2, null, 'b, theirs'],
      [null, 'fresh', 'b, mine'],
      [3, null, 'c'],
    ],
  );
});

test('a block that others removed while it was changed here stays, unless theirs is chosen', () => {
  const mine = [here(1, 'a'), here(2, 'b, mine'), here(3, 'c')];
  const theirs = [stored(1, 'a'), stored(3, 'c')];
  assert.deepEqual(texts(rebased(base, mine, theirs, () => 'mine')), ['a', 'b, mine', 'c']);
  assert.deepEqual(texts(rebased(base, mine, theirs, () => 'theirs')), ['a', 'c']);
});

const word = fc.constantFrom('p', 'q', 'r', 's');
const mine = fc.array(
  fc.oneof(fc.record({ id: fc.constantFrom(1, 2, 3), body: word }), fc.record({ id: fc.constant(null), body: word })),
  { maxLength: 6 },
);
const theirs = fc.uniqueArray(fc.record({ id: fc.integer({ min: 1, max: 6 }), body: word }), {
  maxLength: 6,
  selector: ({ id }) => id,
});

/** What stands here, each block once, and what the service has. */
function sides(own: { id: number | null; body: string }[], others: { id: number; body: string }[]) {
  const seen = new Set<number>();
  const left = own.flatMap(({ id, body }, place) =>
    id !== null && seen.has(id)
      ? []
      : (id !== null && seen.add(id), [here(id, body, id === null ? `k${place}` : null)]),
  );
  return { left, right: others.map(({ id, body }) => stored(id, body)) };
}
const isChanged = (block: { id: number | null; body: string }) =>
  base.find((one) => one.id === block.id)?.body !== block.body;
function assertOnce(blocks: EditorBlock[]) {
  const ids = blocks.map((block) => block.id ?? block.key);
  assert.equal(new Set(ids).size, ids.length, 'no block stands twice');
}

test('no text that was changed on either side is lost where both are kept', () => {
  fc.assert(
    fc.property(mine, theirs, (own, others) => {
      const { left, right } = sides(own, others);
      let keys = 0;
      const result = rebased(
        base,
        left,
        right,
        () => 'both',
        () => `f${(keys += 1)}`,
      );
      for (const block of [...left, ...right].filter(isChanged))
        assert.ok(
          result.some((one) => one.body === block.body),
          block.body,
        );
      assertOnce(result);
    }),
    { numRuns: 3000 },
  );
});

test('where nobody has chosen, nothing that others changed is written over: it is shown, or the service is asked about it', () => {
  fc.assert(
    fc.property(mine, theirs, (own, others) => {
      const { left, right } = sides(own, others);
      const { blocks, clashes } = merged(base, left, right);
      for (const block of right.filter(isChanged))
        assert.ok(
          clashes.has(block.id) || blocks.some((one) => one.id === block.id && one.body === block.body),
          `theirs: ${block.body}`,
        );
      for (const block of left.filter(isChanged))
        assert.ok(
          blocks.some((one) => one.body === block.body),
          `mine: ${block.body}`,
        );
      for (const block of base.filter(({ id }) => !right.some((one) => one.id === id)))
        assert.ok(clashes.has(block.id) || !blocks.some((one) => one.id === block.id), `removed there: ${block.body}`);
      for (const id of clashes)
        assert.ok(
          isChanged(left.find((one) => one.id === id) as EditorBlock),
          'only what was changed here is asked about',
        );
      assertOnce(blocks);
    }),
    { numRuns: 3000 },
  );
});

test('nothing changed is nothing to save', () => {
  assert.ok(sameDocument([here(1, 'a'), here(2, 'b'), here(3, 'c')], base));
  assert.ok(!sameDocument([here(2, 'b'), here(1, 'a'), here(3, 'c')], base));
  assert.ok(!sameDocument([here(1, 'a'), here(2, 'b')], base));
});
