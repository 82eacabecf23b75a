// Runs the tests of the application's logic under Node's own runner; Vite reads the TypeScript, Svelte the runes of `*.svelte.ts`.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { runnerImport } from 'vite';

const folder = import.meta.dirname;
for (const name of readdirSync(folder).filter((file) => file.endsWith('.test.ts'))) {
  await runnerImport(join(folder, name), { configFile: false, logLevel: 'error', plugins: [svelte({ configFile: false })] });
}
