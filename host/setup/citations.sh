#!/usr/bin/env bash
# The libraries that read citations in the tests, in target/citation-tools: of npm Citation.js and canonicalize, of pip citeproc-py
# and prov.
set -euo pipefail
cd "$(dirname "$0")/../.."
tools=target/citation-tools
if [ -e "$tools/ready" ]; then
  exit 0
fi
mkdir -p "$tools"
npm install --prefix "$tools" --no-audit --no-fund --loglevel=error \
  @citation-js/core@0.7.21 @citation-js/plugin-bibtex@0.7.21 @citation-js/plugin-ris@0.7.21 canonicalize@2.1.0
python3 -m venv "$tools/python"
"$tools/python/bin/pip" install --quiet --disable-pip-version-check citeproc-py==0.9.0 "prov[rdf]==2.1.1"
touch "$tools/ready"
