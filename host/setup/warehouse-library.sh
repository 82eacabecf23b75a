#!/usr/bin/env bash
# The engine library of the embedded warehouse, pinned and checked by package-lock.json.
set -euo pipefail
cd "$(dirname "$0")/../.."
library=node_modules/@chdb/lib-linux-x64-gnu/libchdb.so
if [ "$(uname -s -m)" != "Linux x86_64" ]; then
  echo "The embedded warehouse exists for x86-64 Linux only: point warehouse.url at a ClickHouse server." >&2
  exit 0
fi
if [ -e "$library" ] && [ "$library" -nt package-lock.json ]; then
  exit 0
fi
if ! command -v npm >/dev/null; then
  echo "Node is missing: install Node 20 or newer with npm, then try again." >&2
  exit 1
fi
npm ci --no-audit --no-fund --loglevel=error
# npm leaves an optional package out without a word when it cannot be had.
if [ ! -e "$library" ]; then
  echo "npm did not install @chdb/lib-linux-x64-gnu: is the npm registry reachable?" >&2
  exit 1
fi
touch "$library"
