import { readdir, readFile, writeFile, copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** The packages whose code or letters the build contains. */
const works = [
  'svelte',
  'lightweight-charts',
  'fancy-canvas',
  'uplot',
  'uqr',
  '@fontsource-variable/inter',
  // The editor of research: the extensions of TipTap are under the licence of its core.
  '@tiptap/core',
  '@tiptap/starter-kit',
  'linkifyjs',
  'orderedmap',
  'rope-sequence',
  'w3c-keyname',
  ...[
    'commands',
    'dropcursor',
    'gapcursor',
    'history',
    'inputrules',
    'keymap',
    'model',
    'schema-list',
    'state',
    'transform',
    'view',
  ].map((part) => `prosemirror-${part}`),
];

/** The licences of these packages, one after another, as their authors want them handed on. */
async function licences(packages: string): Promise<string> {
  const texts = works.map(async (work) => {
    const files = (await readdir(join(packages, work))).filter((name) => /^(licen[cs]e|notice)/i.test(name));
    const found = await Promise.all(files.map((name) => readFile(join(packages, work, name), 'utf8')));
    const { license } = JSON.parse(await readFile(join(packages, work, 'package.json'), 'utf8')) as { license: string };
    return [`${work} (${license})`, ...found].join('\n\n');
  });
  return (await Promise.all(texts)).join(`\n\n${'-'.repeat(80)}\n\n`);
}

/** Writes each text of the build a second and a third time, compressed, and the list of routes and the licences beside them. */
export function compressed(): Plugin {
  let folder = '';
  let root = '';
  return {
    name: 'quarry-compressed',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      folder = join(config.root, config.build.outDir);
    },
    async closeBundle() {
      await copyFile(join(root, 'routes.json'), join(folder, 'routes.json'));
      await writeFile(join(folder, 'licences.txt'), await licences(join(root, '../node_modules')));
      const assets = join(folder, 'assets');
      for (const name of await readdir(assets)) {
        if (!/\.(js|css|svg)$/.test(name)) continue;
        const text = await readFile(join(assets, name));
        const quality = {
          params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
        };
        await writeFile(join(assets, `${name}.gz`), gzipSync(text, { level: 9 }));
        await writeFile(join(assets, `${name}.br`), brotliCompressSync(text, quality));
      }
    },
  };
}
