#!/usr/bin/env bash
# The libraries that check deliveries of webhooks in the tests, in target/webhook-tools: standardwebhooks of npm and of pip.
set -euo pipefail
cd "$(dirname "$0")/../.."
tools=target/webhook-tools
if [ -e "$tools/ready" ]; then
  exit 0
fi
mkdir -p "$tools"
npm install --prefix "$tools" --no-audit --no-fund --loglevel=error standardwebhooks@1.1.1
python3 -m venv "$tools/python"
"$tools/python/bin/pip" install --quiet --disable-pip-version-check standardwebhooks==1.1.0
touch "$tools/ready"
