#!/bin/sh
# Builds the core and its tests with the address, undefined-behaviour and thread sanitizers, and runs
# them. Argument: a folder with cmake and ninja (the virtual environment's bin).
set -eu
mkdir -p build
bin=$1
for sanitizers in address,undefined thread; do
  build=build/sanitize-$(echo "$sanitizers" | tr , -)
  echo "== $sanitizers"
  "$bin/cmake" -S . -B "$build" -G Ninja -DCMAKE_MAKE_PROGRAM="$bin/ninja" \
    -DTHALWEG_CPP_TESTS=ON -DTHALWEG_SANITIZE="$sanitizers" >"$build.log" 2>&1 || { cat "$build.log"; exit 1; }
  "$bin/ninja" -C "$build" >>"$build.log" 2>&1 || { tail -40 "$build.log"; exit 1; }
  # Without address randomisation: the thread sanitizer cannot place its shadow otherwise.
  run="$build/core_tests"
  if setarch "$(uname -m)" -R true 2>/dev/null; then setarch "$(uname -m)" -R "$run"; else "$run"; fi
done
