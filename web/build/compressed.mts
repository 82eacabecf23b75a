import { readdir, readFile, writeFile, copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Writes each text of the build a second and a third time, compressed, and the list of routes beside them. */
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
      const assets = join(folder, 'assets');
      for (const name of await readdir(assets)) {
        if (!/\.(js|css|svg)$/.test(name)) continue;
        const text = await readFile(join(assets, name));
        const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length } };
        await writeFile(join(assets, `${name}.gz`), gzipSync(text, { level: 9 }));
        await writeFile(join(assets, `${name}.br`), brotliCompressSync(text, quality));
      }
    },
  };
}
