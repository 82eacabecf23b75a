#!/usr/bin/env bash
# A browser, for the test that opens the documentation page; QUARRY_TEST_BROWSER names another one.
set -euo pipefail
if [ -n "${QUARRY_TEST_BROWSER:-}" ] || command -v chromium >/dev/null; then
  exit 0
fi
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium
else
  echo "A browser is missing: install chromium (on Debian: apt-get install chromium) or set QUARRY_TEST_BROWSER, then try again." >&2
  exit 1
fi
