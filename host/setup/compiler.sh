#!/usr/bin/env bash
# A C compiler (SQLite and zstd are compiled from source) and the pinned toolchain.
set -euo pipefail
if ! command -v cargo >/dev/null; then
  echo "Rust is missing: install rustup (https://rustup.rs), then try again." >&2
  exit 1
fi
if ! command -v cc >/dev/null; then
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    apt-get update -qq && apt-get install -y -qq build-essential
  else
    echo "A C compiler is missing: install one (on Debian: apt-get install build-essential), then try again." >&2
    exit 1
  fi
fi
# rustup reads rust-toolchain.toml and installs the toolchain and its WebAssembly target by itself; where that is
# switched off (RUSTUP_AUTO_INSTALL=0), the target is added here.
if ! rustc --print target-libdir --target wasm32-wasip2 2>/dev/null | xargs -r test -d; then
  rustup target add wasm32-wasip2
fi
for component in clippy rustfmt; do
  if ! cargo "${component/rustfmt/fmt}" --version >/dev/null 2>&1; then
    rustup component add "$component"
  fi
done
