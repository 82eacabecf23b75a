import './browser';
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { flushSync } from 'svelte';
import { Problem } from '../src/api/problem';
import { draft } from '../src/parts/draft.svelte';
import { refusal, toast, toasts } from '../src/parts/toasts.svelte';
import { cell, withEffects } from './effects.svelte';

test('what is being typed stays when the thing is read again, and follows it otherwise', () => {
  const read = cell<string | undefined>(undefined);
  const { value: name, stop } = withEffects(() => draft(() => read.value, ''));
  const reads = (next: string) => {
    read.value = next;
    flushSync();
    return name.value;
  };
  assert.equal(name.value, '');
  assert.equal(reads('Chair'), 'Chair');
  assert.equal(reads('Chair of data'), 'Chair of data');
  name.value = 'Chair of ';
  assert.equal(reads('Institute'), 'Chair of ');
  // What was sent comes back as the service keeps it.
  name.saved();
  assert.equal(reads('Chair of'), 'Chair of');
  stop();
});

test('what was done is told for a moment, and what was refused until it is put away', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const shown = () => toasts.shown.map(({ text }) => text);
  toast('Kept');
  refusal(new Problem(403, 'forbidden', 'Owners alone may do this.', null, {}));
  mock.timers.tick(60_000);
  assert.deepEqual(shown(), ['Owners alone may do this.']);
  refusal(new Problem(422, 'validation_failed', 'Wrong.', null, { fields: { days: 'At most 90.' } }));
  assert.deepEqual(shown(), ['At most 90.']);
  refusal(new Error('anything'), 'It could not be removed');
  assert.deepEqual(shown(), ['It could not be removed']);
  toasts.close(toasts.shown[0]?.id ?? -1);
  assert.deepEqual(shown(), []);
  mock.timers.reset();
});
