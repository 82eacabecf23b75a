// Puts the documents into an installation. A link to a file of the source tree, which no installation has, becomes its text.
//   node host/setup/documents.mjs FOLDER
import { copyFileSync, cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const folder = process.argv[2];
const moved = { 'host/quarry.default.toml': 'quarry.default.toml' };
for (const name of ['migrations', 'docs']) {
  rmSync(join(folder, name), { recursive: true, force: true });
  cpSync(name, join(folder, name), { recursive: true });
}
const atTheTop = ['ARCHITECTURE.md', 'CHANGELOG.md', 'README.md', 'SECURITY.md'];
for (const name of [...atTheTop, 'LICENSE']) copyFileSync(name, join(folder, name));
copyFileSync('host/quarry.default.toml', join(folder, 'quarry.default.toml'));

const below = (name) => readdirSync(join(folder, name), { recursive: true }).map((path) => join(name, path));
const documents = [...atTheTop, ...below('docs'), ...below('migrations'), ...below('examples')];
for (const document of documents.filter((path) => path.endsWith('.md'))) {
  const text = readFileSync(join(folder, document), 'utf8');
  const held = text.replace(/\[([^\]]*)\]\(([^)\s#]+)(#[^)]*)?\)/g, (link, words, path, part = '') => {
    if (path.includes('://')) return link;
    const target = normalize(join(dirname(document), path));
    if (moved[target]) return `[${words}](${'../'.repeat(document.split('/').length - 1)}${moved[target]}${part})`;
    return existsSync(join(folder, target)) ? link : words;
  });
  if (held !== text) writeFileSync(join(folder, document), held);
}
