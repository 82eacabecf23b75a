#!/usr/bin/env bash
# Puts the contract and the examples into an installation, where the examples name the SDK as a release has it.
set -euo pipefail
dist=$1

rm -rf "$dist/wit" "$dist/examples"
cp -r wit "$dist/"
mkdir -p "$dist/examples"
tar --create --exclude target --exclude node_modules --directory examples . | tar --extract --directory "$dist/examples"
for manifest in "$dist"/examples/*/Cargo.toml; do
    sed -i -e 's,"../../sdk/statement","../../sdk/quarry-statement",' -e 's,"../../sdk/macros","../../sdk/quarry-sdk-macros",' \
        -e 's,"../../sdk/testkit","../../sdk/quarry-testkit",' -e 's,"../../sdk","../../sdk/quarry-sdk",' "$manifest"
done
