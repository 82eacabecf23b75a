#!/usr/bin/env bash
# PostgreSQL's server programs, for the throw-away cluster of the tests; not needed with DATABASE_URL.
set -euo pipefail
if [ -n "${DATABASE_URL:-}" ] || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; then
  exit 0
fi
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq postgresql
else
  echo "PostgreSQL is missing: install it (on Debian: apt-get install postgresql) or set DATABASE_URL, then try again." >&2
  exit 1
fi
