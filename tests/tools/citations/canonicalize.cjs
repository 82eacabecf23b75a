// Reads a list of objects from standard input, and writes the SHA-256 of the canonical JSON (RFC 8785) of each.
const { createHash } = require('crypto');
const module_ = require('canonicalize');
const canonicalize = module_.default || module_;

const objects = JSON.parse(require('fs').readFileSync(0, 'utf8'));
const hashes = objects.map((object) => '0x' + createHash('sha256').update(canonicalize(object)).digest('hex'));
process.stdout.write(JSON.stringify(hashes));
