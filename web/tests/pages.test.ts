import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import routes from '../routes.json';

const source = join(import.meta.dirname, '../src');
const lists = ['pages', 'account', 'desk', 'research', 'staff'].map((list) => readFileSync(join(source, `router/${list}.ts`), 'utf8'));
const pages = new Map([...lists.join('\n').matchAll(/^ {2}'?([\w.]+)'?: \(\) => import\('\.\.\/(.+)'\)/gm)].map(([, key, file]) => [key, file as string]));

/** Pages of words and of forms alone ask the API for nothing. */
const asksNothing = new Set(['licences', 'signed_in', 'recovery', 'invitation']);

/** Components that several pages hand their answer on to. */
const frames = new Map([['<Lens ', 'pages/explorer/Lens.svelte'], ['<InProject ', 'pages/research/project/InProject.svelte']]);

test('every route has its page, and every page its route', () => {
  assert.deepEqual([...pages.keys()].sort(), routes.map((route) => route.key).sort());
});

test('every page that asks the API shows its answers through the one component', () => {
  for (const [key, file] of pages) {
    if (asksNothing.has(key as string)) continue;
    const text = readFileSync(join(source, file), 'utf8');
    const frame = [...frames].find(([part]) => text.includes(part))?.[1];
    const shown = frame ? readFileSync(join(source, frame), 'utf8') : text;
    assert.match(shown, /<Shown /, file);
    assert.doesNotMatch(text, /\{#await/, `${file} waits on its own`);
  }
});

test('no page writes a style that the policy refuses', () => {
  for (const file of pages.values()) assert.doesNotMatch(readFileSync(join(source, file), 'utf8'), /\sstyle="/, file);
});
