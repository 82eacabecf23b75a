import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import routes from '../routes.json';

const source = join(import.meta.dirname, '../src');
const lists = ['pages', 'account', 'desk', 'research', 'staff'].map((list) =>
  readFileSync(join(source, `router/${list}.ts`), 'utf8'),
);
const pages = new Map(
  [...lists.join('\n').matchAll(/^ {2}'?([\w.]+)'?: \(\) => import\('\.\.\/(.+)'\)/gm)].map(([, key, file]) => [
    key,
    file as string,
  ]),
);

/** Pages of words and of forms alone ask the API for nothing. */
const asksNothing = new Set(['licences', 'signed_in', 'recovery', 'invitation']);

/** Components that several pages hand their answer on to. */
const frames = new Map([
  [/<Lens\s/, 'pages/explorer/Lens.svelte'],
  [/<InProject\s/, 'pages/research/project/InProject.svelte'],
]);

test('every route has its page, and every page its route', () => {
  assert.deepEqual([...pages.keys()].sort(), routes.map((route) => route.key).sort());
});

test('every page that asks the API shows its answers through the one component', () => {
  for (const [key, file] of pages) {
    if (asksNothing.has(key as string)) continue;
    const text = readFileSync(join(source, file), 'utf8');
    const frame = [...frames].find(([part]) => part.test(text))?.[1];
    const shown = frame ? readFileSync(join(source, frame), 'utf8') : text;
    assert.match(shown, /<Shown\s/, file);
  }
});

/** Parts that are about no answer of the API: a redirect, and the editor, whose saving says how it stands. */
const waitsItself = new Set(['pages/account/SignedIn.svelte', 'pages/research/editor/Editing.svelte']);
/** Files go to and come from a store beside the API. */
const fetchesItself = new Set(['pages/research/page/Exports.svelte', 'pages/research/editor/InsertFile.svelte']);

test('no part of a page waits for an answer, or asks for one, on its own', () => {
  for (const file of readdirSync(join(source, 'pages'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.svelte'))
    .map((name) => `pages/${name}`)) {
    const text = readFileSync(join(source, file), 'utf8');
    assert.doesNotMatch(text, /\{#await/, file);
    assert.equal(/class="skeleton/.test(text), waitsItself.has(file), file);
    assert.equal(/\bfetch\(/.test(text), fetchesItself.has(file), file);
  }
});

test('no page writes a style that the policy refuses', () => {
  for (const file of pages.values()) assert.doesNotMatch(readFileSync(join(source, file), 'utf8'), /\sstyle="/, file);
});
