#!/usr/bin/env bash
# The libraries that read exports and releases in the tests, in target/data-tools: of pip pandas, requests, DuckDB, frictionless and mlcroissant.
set -euo pipefail
cd "$(dirname "$0")/../.."
tools=target/data-tools
if [ -e "$tools/ready" ]; then
  exit 0
fi
mkdir -p "$tools"
python3 -m venv "$tools/python"
"$tools/python/bin/pip" install --quiet --disable-pip-version-check \
  pandas==3.1.1 requests==2.34.2 pyarrow==26.0.1 duckdb==2.0.1 frictionless==5.21.0 mlcroissant==1.1.1
touch "$tools/ready"
