// Reads CSL-JSON, BibTeX or RIS from standard input with Citation.js, and writes CSL-JSON.
const { Cite } = require('@citation-js/core');
require('@citation-js/plugin-bibtex');
require('@citation-js/plugin-ris');

const text = require('fs').readFileSync(0, 'utf8');
process.stdout.write(JSON.stringify(new Cite(text).data));
