#!/usr/bin/env bash
# Puts the crates of the SDK into a folder as an author gets them: packaged, and unpacked for `quarry plugin new`. A crate that
# is as it was keeps its files and their times, so that what was built with it is not built again.
set -euo pipefail
folder=$1
crates="quarry-statement quarry-sdk-macros quarry-sdk quarry-testkit"
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)

mkdir -p "$folder"
# shellcheck disable=SC2046
cargo package --quiet --offline --no-verify --allow-dirty $(printf -- '--package %s ' $crates) 2> >(grep -v '^warning: manifest has no\|^  |$\|= note: see' >&2 || true)
for crate in $crates; do
    packaged=target/package/$crate-$version.crate
    contents=$(tar --extract --gzip --to-stdout --file "$packaged" --exclude .cargo_vcs_info.json | sha256sum)
    if [ "$contents" != "$(cat "$folder/$crate/.contents" 2>/dev/null)" ]; then
        rm -rf "${folder:?}/$crate"
        tar --extract --gzip --touch --file "$packaged" --directory "$folder"
        mv "$folder/$crate-$version" "$folder/$crate"
        echo "$contents" > "$folder/$crate/.contents"
    fi
    cp "$packaged" "$folder/"
done
cp Cargo.lock "$folder/"
