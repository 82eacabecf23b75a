#!/usr/bin/env bash
# What package-lock.json pins and checks: the engine library of the embedded warehouse, the reader of the documentation
# page, and tools of the tests.
set -euo pipefail
cd "$(dirname "$0")/../.."
library=node_modules/@chdb/lib-linux-x64-gnu/libchdb.so
installed=node_modules/.package-lock.json
needs_library=false
if [ "$(uname -s -m)" = "Linux x86_64" ]; then
  needs_library=true
else
  echo "The embedded warehouse exists for x86-64 Linux only: point warehouse.url at a ClickHouse server." >&2
fi
if [ -e "$installed" ] && [ "$installed" -nt package-lock.json ] && { ! $needs_library || [ -e "$library" ]; }; then
  exit 0
fi
if ! command -v npm >/dev/null; then
  echo "Node is missing: install Node 20 or newer with npm, then try again." >&2
  exit 1
fi
npm ci --no-audit --no-fund --loglevel=error
# npm leaves an optional package out without a word when it cannot be had.
if $needs_library && [ ! -e "$library" ]; then
  echo "npm did not install @chdb/lib-linux-x64-gnu: is the npm registry reachable?" >&2
  exit 1
fi
touch "$installed"
