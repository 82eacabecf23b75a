import './browser';
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { flushSync } from 'svelte';
import { follow, load, loadWhole, type Loaded } from '../src/api/loaded.svelte';
import { withEffects } from './effects.svelte';

type Answer = { status: number; body: unknown };

/** Waits until something is so; Vite has timers of its own meanwhile, so the clock is the real one. */
async function until(isSo: () => boolean) {
  for (let turn = 0; turn < 2000; turn += 1) {
    flushSync();
    if (isSo()) return;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  assert.fail('it never was so');
}

/** A page that asks for plans, what the service answers next, and the times at which it was asked. */
async function asking(
  work: (loaded: Loaded<unknown>, answer: (next: Answer) => void, asked: number[]) => Promise<void>,
) {
  let next: Answer = { status: 200, body: { count: 1 } };
  const asked: number[] = [];
  const fetched = mock.method(globalThis, 'fetch', async () => {
    asked.push(performance.now());
    return new Response(JSON.stringify(next.body), { status: next.status });
  });
  const { value: loaded, stop } = withEffects(() => {
    const made = load(() => ({ path: '/public/plans' })) as Loaded<unknown>;
    follow(made, (body) => (body as { count: number }).count > 0, 20);
    return made;
  });
  try {
    await until(() => loaded.data !== null);
    await work(loaded, (one) => (next = one), asked);
  } finally {
    stop();
    fetched.mock.restore();
  }
}

test('what was read stays while the service is down, and is asked for again until it has ended', () =>
  asking(async (loaded, answer, asked) => {
    answer({ status: 503, body: { error: 'data_source_unavailable', detail: 'down' } });
    await until(() => loaded.problem?.status === 503);
    const failed = asked.length;
    assert.deepEqual(loaded.data, { count: 1 });
    answer({ status: 200, body: { count: 0 } });
    await until(() => asked.length > failed);
    assert.ok((asked[failed] ?? 0) - (asked[failed - 1] ?? 0) > 70, 'less often than before');
    await until(() => !loaded.loading);
    assert.deepEqual([loaded.data, loaded.problem], [{ count: 0 }, null]);
    await new Promise((resolve) => setTimeout(resolve, 60));
    assert.equal(asked.length, failed + 1, 'what has ended is not asked for again');
  }));

test('what is gone, or may be seen no more, does not stay', () =>
  asking(async (loaded, answer) => {
    for (const status of [404, 403, 401]) {
      answer({ status, body: { error: 'gone', detail: 'no' } });
      loaded.again();
      await until(() => loaded.problem?.status === status);
      assert.deepEqual(loaded.data, null, String(status));
    }
  }));

test('a list that is shown whole is read to its end, and what stands beside it is that of the first page', async () => {
  const asked: string[] = [];
  const pages = [
    { favourites: [1, 2], saved_views: ['a'], limit: 5, next_cursor: 'second' },
    { favourites: [3], saved_views: [], limit: 4, next_cursor: 'third' },
    { favourites: [], saved_views: ['b'], limit: 3, next_cursor: null },
  ];
  const fetched = mock.method(globalThis, 'fetch', async (address: string) => {
    asked.push(new URL(address, 'http://here').searchParams.get('cursor') ?? 'first');
    return new Response(JSON.stringify(pages[asked.length - 1]), { status: 200 });
  });
  const { value: loaded, stop } = withEffects(
    () => loadWhole(() => ({ path: '/session/library' }), 'favourites', 'saved_views') as unknown as Loaded<unknown>,
  );
  try {
    await until(() => loaded.data !== null);
    assert.deepEqual(loaded.data, { favourites: [1, 2, 3], saved_views: ['a', 'b'], limit: 5, next_cursor: null });
    assert.deepEqual(asked, ['first', 'second', 'third']);
  } finally {
    stop();
    fetched.mock.restore();
  }
});
