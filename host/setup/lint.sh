#!/usr/bin/env bash
# The compiler of `just lint` (cargo's RUSTC_WORKSPACE_WRAPPER): clippy, on the dependencies that the build has compiled. `cargo clippy`
# would read each of them once more, for minutes.
#   $1: rustc, then its arguments
set -euo pipefail

# What is compiled without optimisation is run by the compiler, so it is made: macros and scripts of builds. Of all else the metadata
# suffice, and those of the crates that it uses.
arguments=("$@" --deny=warnings)
case " $* " in
  *" opt-level="*)
    for index in "${!arguments[@]}"; do
      argument=${arguments[index]}
      case $argument in
        --emit=*) arguments[index]=--emit=dep-info,metadata ;;
        *=*.rlib) [ -e "${argument#*=}" ] || arguments[index]=${argument%.rlib}.rmeta ;;
      esac
    done
    ;;
esac
exec clippy-driver "${arguments[@]}"
