// Makes the component: `node build.mjs OUTPUT`. `just example-javascript` runs it.
//
// Two things beside the tool's own work: the texts of sql/ and migrations/ become a module, since a component has no files; and the
// contract's version goes into a custom section, which a host reads before anything else. The SDK for Rust does both itself.

import { componentize } from '@bytecodealliance/componentize-js';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const here = import.meta.dirname;
const contract = join(here, '../../wit');
const output = process.argv[2];

/** The texts by their path in the project. */
async function texts(folders) {
  const files = {};
  for (const folder of folders) {
    for (const name of (await readdir(join(here, folder))).sort()) {
      files[`${folder}/${name}`] = await readFile(join(here, folder, name), 'utf8');
    }
  }
  return files;
}

/** A custom section of WebAssembly. */
function customSection(name, text) {
  const content = Buffer.concat([counted(Buffer.from(name)), Buffer.from(text)]);
  return Buffer.concat([Buffer.of(0), counted(content)]);
}

/** Bytes behind their number, in LEB128. */
function counted(bytes) {
  const length = [];
  let rest = bytes.length;
  do {
    length.push((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0));
    rest >>>= 7;
  } while (rest > 0);
  return Buffer.concat([Buffer.from(length), bytes]);
}

const source = `${output}.source`;
await rm(source, { recursive: true, force: true });
await mkdir(source, { recursive: true });
await cp(join(here, 'src'), source, { recursive: true });
await writeFile(join(source, 'files.js'), `export const files = ${JSON.stringify(await texts(['migrations', 'sql']))};\n`);

const { component } = await componentize({
  sourcePath: join(source, 'plugin.js'),
  witPath: contract,
  worldName: 'plugin',
  // A component has no streams, and this one asks for no time and no chance: nothing of WASI is imported.
  disableFeatures: ['stdio', 'random', 'clocks', 'http', 'fetch-event'],
});
const [, version] = (await readFile(join(contract, 'plugin.wit'), 'utf8')).match(/^package quarry:plugin@(.+);/);
await mkdir(dirname(output), { recursive: true });
await writeFile(output, Buffer.concat([component, customSection('quarry-contract', version)]));
