#!/usr/bin/env bash
# The servers of `just bench-peers`, in target/peers. wasmtime has the version of this host's engine, and of its features
# those that serving uses.
set -euo pipefail
cd "$(dirname "$0")/../.."
peers=$PWD/target/peers
workerd=1.20261117.1
wasmtime=48.0.8
mkdir -p "$peers"
npm install --prefix "$peers" --no-save --no-audit --no-fund --ignore-scripts --loglevel=error "workerd@$workerd"
cargo install wasmtime-cli --version "$wasmtime" --locked --root "$peers" --target-dir "$peers/build" --no-default-features --features \
  run,serve,component-model,component-model-async,cranelift,pooling-allocator,parallel-compilation,threads,gc,gc-drc,gc-null,backtrace,coredump,logging,demangle,clap/default,clap/wrap_help
