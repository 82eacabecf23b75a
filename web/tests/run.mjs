// Runs the tests of the application's logic under Node's own runner; Vite reads the TypeScript, and Svelte what has state:
//   node run.mjs            every file, each in a process of its own: what one makes of the clock or the browser is not the next one's
//   node run.mjs name.test.ts
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileModule } from 'svelte/compiler';
import { runnerImport, transformWithOxc } from 'vite';

const folder = import.meta.dirname;
const [only] = process.argv.slice(2);

/** Modules with state run as in a browser, where their effects happen; Node alone would take Svelte's part for servers. */
async function runHere(file) {
  const svelte = join(fileURLToPath(import.meta.resolve('svelte')), '..');
  const inBrowser = {
    name: 'in-browser',
    enforce: 'pre',
    async transform(code, id) {
      if (!id.endsWith('.svelte.ts')) return undefined;
      const { code: script } = await transformWithOxc(code, id);
      return compileModule(script, { filename: id, generate: 'client' }).js.code;
    },
  };
  const alias = [
    { find: /^svelte$/, replacement: join(svelte, 'index-client.js') },
    { find: /^svelte\/internal\/client$/, replacement: join(svelte, 'internal/client/index.js') },
  ];
  await runnerImport(join(folder, file), {
    configFile: false,
    logLevel: 'error',
    plugins: [inBrowser],
    resolve: { alias },
  });
}

/** Says how many tests of a file passed, or all that it said. */
const runApart = (file) =>
  new Promise((resolve) => {
    const test = spawn(process.execPath, [import.meta.filename, file], { stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [test.stdout, test.stderr]) stream.setEncoding('utf8').on('data', (part) => (said += part));
    test.on('close', (code) => {
      const passed = Number(/^# pass (\d+)$/m.exec(said)?.[1] ?? 0);
      const isGood = code === 0 && passed > 0;
      console.log(isGood ? `${file}: ${passed} passed` : `${said}\n${file} failed`);
      resolve(isGood);
    });
  });

if (only) await runHere(only);
else {
  const waiting = readdirSync(folder).filter((file) => file.endsWith('.test.ts'));
  const results = [];
  const work = async () => {
    for (let file = waiting.shift(); file; file = waiting.shift()) results.push(await runApart(file));
  };
  await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, work));
  process.exitCode = results.every(Boolean) ? 0 : 1;
}
