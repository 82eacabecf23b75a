#!/usr/bin/env bash
# An S3-speaking server for the tests of the object store, in an environment of its own below target/, pinned with all that
# it needs.
set -euo pipefail
cd "$(dirname "$0")/../.."
environment=target/s3
requirements=tests/s3/requirements.txt
if [ -e "$environment/installed" ] && [ "$environment/installed" -nt "$requirements" ]; then
  exit 0
fi
if ! python3 -c 'import venv, ensurepip' 2>/dev/null; then
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq python3-venv
  else
    echo "Python's venv is missing: install it (on Debian: apt-get install python3-venv), then try again." >&2
    exit 1
  fi
fi
rm -rf "$environment"
python3 -m venv "$environment"
"$environment/bin/pip" install --quiet --disable-pip-version-check --no-deps --only-binary :all: --requirement "$requirements"
touch "$environment/installed"
