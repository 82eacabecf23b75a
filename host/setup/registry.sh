#!/usr/bin/env bash
# The registry of the CNCF's project "distribution", for the tests of components at registries: Debian's package, unpacked below
# target/. It is not installed, so that no service of it is started on this machine.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=target/registry
program=$folder/usr/bin/docker-registry
if [ -x "$program" ]; then
  exit 0
fi
if ! command -v apt-get >/dev/null; then
  echo "The tests need the program docker-registry (Debian's package docker-registry): put it at $program, then try again." >&2
  exit 1
fi
mkdir -p "$folder"
download() { (cd "$folder" && apt-get download -qq docker-registry); }
if ! download 2>/dev/null; then
  if [ "$(id -u)" != 0 ]; then
    echo "The package docker-registry is not known here: run apt-get update, then try again." >&2
    exit 1
  fi
  apt-get update -qq
  download
fi
dpkg-deb --extract "$folder"/docker-registry_*.deb "$folder"
rm "$folder"/docker-registry_*.deb
